import type { Corner } from '@ringside/rules/bout-words';
import { endInWords, resultInWords } from '@ringside/rules/result-words';
import type { Bout } from '../bouts.queries.ts';
import type { BoutMoment, BoutMoments } from '../night/night-words.ts';
import type { CompetitionResult } from './results.queries.ts';

/** What rows say of bouts, with the results in the place of what the bells say. */
export function withResults(
  moments: BoutMoments,
  results: readonly CompetitionResult[],
  bouts: readonly Bout[],
): BoutMoments {
  const told = results.flatMap((result) => {
    const bout = bouts.find(({ id }) => id === result.boutId);
    return bout ? [[bout.id, resultMoment(result, bout)] as const] : [];
  });
  return told.length === 0 ? moments : new Map([...moments, ...told]);
}

function resultMoment(result: CompetitionResult, bout: Bout): BoutMoment {
  const winner = winnerOnCard(result, bout);
  const spoken = resultInWords(result);
  return { when: 'result', words: winner ? endInWords(result) : spoken, spoken, winner };
}

/** Undefined without a winner, and when the card names somebody else by now: then the words say who has won. */
function winnerOnCard({ winner, ...fought }: CompetitionResult, bout: Bout): Corner | undefined {
  if (winner !== 'red' && winner !== 'blue') return undefined;
  return fought[winner].id === bout[winner].fighter?.id ? winner : undefined;
}
