/** How long a bout takes, from the first bell to the end, or what is left of it. Pure. */
import { type Bell, boutState, elapsedInRound } from '@ringside/rules/bell';
import type { BoutRow } from './bouts.tables.ts';
import { exactly, type Moments, mixed, notBefore, plus } from './moments.rules.ts';

export type Fight = Pick<BoutRow, 'rounds' | 'roundSeconds' | 'breakSeconds' | 'hasExtraRound'>;

/** That many bouts end before the last bell, at any moment of their rounds alike. */
const earlyShare = 0.35;
/** Of those that go the distance: so many are a draw, and go into the extra round where there is one. */
const drawShare = 0.1;
/** From the last bell to the announced decision. */
const decision: Moments = { mean: 90_000, variance: 30_000 ** 2 };
/** From a stop of the referee to the end; most fights that are stopped do not go on. */
const afterStop: Moments = { mean: 60_000, variance: 60_000 ** 2 };

export function boutLength(fight: Fight): Moments {
  return rest(fight, { round: 0, untilEndMs: 0, untilRoundMs: 0, untilDecision: decision });
}

/** @param bells of a bout whose first round has begun, and which is not over. */
export function restOfBout(fight: Fight, bells: readonly Bell[], nowMs: number): Moments {
  const { phase, round, sinceMs } = boutState(bells, nowMs);
  if (round === null || sinceMs === null) return boutLength(fight);
  if (phase === 'stopped') return afterStop;
  const passedMs = nowMs - sinceMs;
  const breakMs = fight.breakSeconds * 1_000;
  if (phase === 'break') {
    const untilRoundMs = Math.max(0, breakMs - passedMs);
    const isDecided = round >= fight.rounds;
    const untilDecision = isDecided ? plus(notBefore(decision, passedMs), exactly(-passedMs)) : decision;
    return rest(fight, { round, untilEndMs: 0, untilRoundMs, untilDecision });
  }
  const ranMs = (elapsedInRound(bells, nowMs)?.seconds ?? passedMs / 1_000) * 1_000;
  const untilEndMs = Math.max(0, fight.roundSeconds * 1_000 - ranMs);
  return rest(fight, { round, untilEndMs, untilRoundMs: untilEndMs + breakMs, untilDecision: decision });
}

interface Progress {
  /** That runs, or was the last one; 0 before the first. */
  round: number;
  /** Until this round ends; 0 in a break. */
  untilEndMs: number;
  untilRoundMs: number;
  /** From the last bell, or from now in the break after it. */
  untilDecision: Moments;
}

/** The fight ends early, in this round or in one that is to come, or goes the distance: a mixture of these cases. */
function rest(fight: Fight, { round, untilEndMs, untilRoundMs, untilDecision }: Progress): Moments {
  const roundMs = fight.roundSeconds * 1_000;
  const breakMs = fight.breakSeconds * 1_000;
  const toCome = Math.max(0, fight.rounds - round);
  const begins = Array.from({ length: toCome }, (_, index) => untilRoundMs + index * (roundMs + breakMs));
  const lastBegin = begins.at(-1);
  const lastBellMs = lastBegin === undefined ? untilEndMs : lastBegin + roundMs;
  const extraMs = (lastBegin === undefined ? untilRoundMs : lastBellMs + breakMs) + roundMs;
  const extraShare = fight.hasExtraRound && round <= fight.rounds ? drawShare : 0;
  return mixed([
    endWithin(0, round <= fight.rounds ? untilEndMs : 0, fight),
    ...begins.map((begin) => endWithin(begin, roundMs, fight)),
    { ...plus(exactly(lastBellMs), untilDecision), weight: (1 - earlyShare) * (1 - extraShare) },
    { ...plus(exactly(extraMs), decision), weight: (1 - earlyShare) * extraShare },
  ]);
}

/** An end at any moment of a stretch alike, as likely as the stretch is long. */
function endWithin(beginMs: number, lengthMs: number, fight: Fight): Moments & { weight: number } {
  const weight = earlyShare * (lengthMs / (fight.rounds * fight.roundSeconds * 1_000));
  return { mean: beginMs + lengthMs / 2, variance: lengthMs ** 2 / 12, weight };
}
