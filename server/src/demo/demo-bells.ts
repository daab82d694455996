/**
 * The bells of the demo's fight night: the last two fights of the card go on for ever, on the loop of the demo's film, in which a
 * round ends and another one begins. The same for every server at every moment.
 */
import type { BellKind } from '@ringside/rules/bell';
import type { NewBellRow } from '../bouts/bouts.tables.ts';
import { epochMs } from '../media/origin/timeline.ts';

/** Of the film, from the beginning of its loop (`scripts/demo-film/fight/choreography.ts`). */
const loopMs = 32_000;
const [roundEndMs, roundStartMs] = [14_000, 17_000];

const loopsPerRound = 5;
const loopsBeforeBell = 2;
const loopsBetweenFights = 4;

interface Fight {
  id: string;
  rounds: number;
}

type Rung = Pick<NewBellRow, 'boutId' | 'kind' | 'round'> & { at: number };

/** What begins with this is a bell of the demo. */
export const demoBellPrefix = '5f0a7c10-00be-4000-8000-';

/**
 * @param card in its order; the last two are fought, those before them are over.
 * @returns the bells of the present run of the card until now, by time.
 */
export function demoBells(card: readonly Fight[], now: number): Omit<NewBellRow, 'userId'>[] {
  const fought = card.slice(-2);
  const loops = fought.reduce((sum, fight) => sum + loopsOf(fight), 0);
  if (loops === 0) return [];
  const run = Math.floor((now - epochMs) / (loops * loopMs));
  const beginMs = epochMs + run * loops * loopMs;
  return [...bellsBefore(card.slice(0, -2), beginMs), ...bellsFrom(fought, beginMs)]
    .map(({ at, ...bell }, index) => {
      const number = (run * 1_000 + index).toString(16).padStart(12, '0');
      const time = new Date(at).toISOString();
      return { ...bell, id: `${demoBellPrefix}${number}`, at: time, rungAt: time, undoneAt: null };
    })
    .filter(({ at }) => Date.parse(at) <= now);
}

/** Between two rounds the film runs round once more. */
const loopsOf = ({ rounds }: Fight) =>
  loopsBeforeBell + rounds * loopsPerRound + (rounds - 1) + loopsBetweenFights;

function bellsFrom(fought: readonly Fight[], beginMs: number): Rung[] {
  let atMs = beginMs;
  return fought.flatMap((fight) => {
    const bells = bellsOf(fight, atMs);
    atMs += loopsOf(fight) * loopMs;
    return bells;
  });
}

function bellsOf({ id: boutId, rounds }: Fight, fightMs: number): Rung[] {
  const bell = (kind: BellKind, round: number | null, at: number): Rung => ({ boutId, kind, round, at });
  const inRounds = Array.from({ length: rounds }, (_, index) => {
    const startMs = fightMs + (loopsBeforeBell + index * (loopsPerRound + 1)) * loopMs;
    return [
      bell('round-start', index + 1, startMs + roundStartMs),
      bell('round-end', index + 1, startMs + loopsPerRound * loopMs + roundEndMs),
    ];
  }).flat();
  const lastMs = inRounds.at(-1)?.at ?? fightMs;
  return [bell('walkout', null, fightMs), ...inRounds, bell('over', null, lastMs + loopMs)];
}

const pastFightMs = 12 * 60_000;

/** They are over; nobody asks how. */
function bellsBefore(past: readonly Fight[], beginMs: number): Rung[] {
  return past.flatMap(({ id: boutId }, index) => {
    const startMs = beginMs - (past.length - index) * pastFightMs;
    return [
      { boutId, kind: 'round-start' as const, round: 1, at: startMs },
      { boutId, kind: 'over' as const, round: null, at: startMs + pastFightMs / 2 },
    ];
  });
}
