/** A result in words, the same for viewers and organisers. */
import type { components } from '@ringside/openapi/schema';
import { minutesOf } from './bout-words.ts';
import type { ResultGiven, ResultMethod } from './result.ts';

type Named = Pick<components['schemas']['CompetitionResult'], 'red' | 'blue'>;
type Outcome = Omit<ResultGiven, 'scorecards'>;

export const methodWords: Record<ResultMethod, string> = {
  'decision-unanimous': 'Unanimous decision',
  'decision-split': 'Split decision',
  'decision-majority': 'Majority decision',
  'decision-technical': 'Technical decision',
  ko: 'KO',
  tko: 'TKO',
  'tko-doctor': 'TKO, doctor’s stop',
  'tko-corner': 'TKO, corner’s stop',
  disqualification: 'Disqualification',
  injury: 'Injury',
  walkover: 'Walkover',
  'no-contest': 'No contest',
};

/** "KO, round 2, 1:34" */
export function endInWords({ method, round, seconds }: Omit<Outcome, 'winner'>): string {
  const parts = [methodWords[method], round && `round ${round}`, seconds !== null && minutesOf(seconds)];
  return parts.filter(Boolean).join(', ');
}

/** "Noor Haddad won: KO, round 2, 1:34", "Draw: Split decision", "No contest" */
export function resultInWords(result: Outcome & Named): string {
  const { winner } = result;
  const end = endInWords(result);
  if (winner === 'none') return end;
  return winner === 'draw' ? `Draw: ${end}` : `${result[winner].name} won: ${end}`;
}
