/**
 * "When is mine?": when each bout of an evening is expected to begin, as a span that is meant to hold 80 %. Pure; computed anew at
 * each bell. From the running bout on, lengths and changeovers are added up as means and variances.
 *
 * A *changeover* is the time from the end of a bout to the first bell of the next one. Each evening has a pace of its own: all
 * changeovers to come share what is not known of it, so the span grows faster than by the root of their number.
 * `bench/estimate.ts` measures the rule on simulated evenings.
 */
import { type Bell, type BoutState, boutState, roundsSeen } from '@ringside/rules/bell';
import { boutLength, type Fight, restOfBout } from './bout-length.rules.ts';
import type { BoutRow } from './bouts.tables.ts';
import { exactly, laterOf, type Moments, notBefore, plus } from './moments.rules.ts';

export interface EveningBout extends Fight, Pick<BoutRow, 'id' | 'status'> {
  /** The planned begin of its block; the same for all bouts of the block. */
  blockStartMs: number;
  bells: readonly Bell[];
}

export interface ExpectedStart {
  expectedMs: number;
  /** The span: never before now, and never before the planned begin of the block. */
  fromMs: number;
  toMs: number;
  /** Nothing has been rung yet: it is the printed plan. */
  isPlan: boolean;
}

const minuteMs = 60_000;
/** A changeover as we know it before the evening, how much evenings differ, and how much one evening's changeovers do. */
const usualMs = 7 * minuteMs;
const eveningVariance = (2 * minuteMs) ** 2;
const changeoverVariance = (3 * minuteMs) ** 2;
/** The usual changeover counts like so many of this evening. */
const usualWeight = 3;
/** What takes longer is a pause, and says nothing of the pace. */
const longestMs = 25 * minuteMs;
/** How much worse than the mean the median is in samples of this size. */
const medianFactor = 1.3;
/** From a walkout to the first bell. */
const walkout: Moments = { mean: 3 * minuteMs, variance: (1.5 * minuteMs) ** 2 };
/** A block begins about so much beside its plan. */
const blockVariance = (5 * minuteMs) ** 2;
/** What is overdue is expected in so long: it takes longer for a reason that the figures do not know. */
const overdueMs = 2 * minuteMs;
/** So many of the bouts to come are cancelled during the evening. */
const cancelledShare = 0.02;
/** Of the normal distribution: between -1.28 and 1.28 standard deviations lie 80 %. */
const spanDeviations = 1.2816;

/** `paced`: how much of it follows the pace, of which each changeover to come has one. */
interface Start extends Moments {
  paced: number;
}

interface RungBout extends EveningBout {
  state: BoutState;
}

/**
 * @param bouts of one ring, in the order of the card, with what was rung until now.
 * @returns by id; without bouts that are cancelled, have begun, or were passed over: behind them another one has begun.
 */
export function expectedStarts(bouts: readonly EveningBout[], nowMs: number): Map<string, ExpectedStart> {
  const card = bouts
    .filter(({ status }) => status !== 'cancelled')
    .map((bout): RungBout => ({ ...bout, state: boutState(bout.bells) }));
  const lastRung = card.findLastIndex(({ state }) => state.phase !== 'waiting');
  const rung = card[lastRung];
  const isWalkout = rung?.state.phase === 'walkout';
  const isPlan = rung === undefined;
  // Once the evening is late, what comes may push the later blocks back.
  const isOnTime = isPlan && nowMs <= (card[0]?.blockStartMs ?? nowMs);
  const pace = paceOf(card);
  const starts = new Map<string, ExpectedStart>();
  let free = rung && !isWalkout ? endOf(rung, nowMs) : undefined;
  let blockMs = rung?.blockStartMs;
  for (const bout of card.slice(isWalkout ? lastRung : lastRung + 1)) {
    const isFirstOfBlock = bout.blockStartMs !== blockMs;
    const before = isOnTime && isFirstOfBlock ? undefined : free;
    const start = notPast(startOf(bout, { before, isFirstOfBlock, pace }), nowMs);
    const earliestMs = bout.blockStartMs === rung?.blockStartMs ? nowMs : Math.max(nowMs, bout.blockStartMs);
    starts.set(bout.id, { ...spanOf(start, earliestMs), isPlan });
    free = afterBout(start, bout, pace);
    blockMs = bout.blockStartMs;
  }
  return starts;
}

interface Situation {
  /** When the bout before it ends; undefined: there is none, or the plan decides. */
  before: Start | undefined;
  isFirstOfBlock: boolean;
  pace: Moments;
}

function startOf({ state, blockStartMs }: RungBout, { before, isFirstOfBlock, pace }: Situation): Start {
  if (state.phase === 'walkout' && state.sinceMs !== null)
    return { ...plus(exactly(state.sinceMs), walkout), paced: 0 };
  const planned = { mean: blockStartMs, variance: blockVariance };
  if (before === undefined) return { ...planned, paced: 0 };
  const next = afterChangeover(before, pace);
  if (!isFirstOfBlock) return next;
  const { isFirst, ...later } = laterOf(next, planned);
  return { ...later, paced: next.paced * isFirst };
}

function endOf(bout: RungBout, nowMs: number): Start {
  const { phase, sinceMs } = bout.state;
  if (phase === 'over') return { ...exactly(sinceMs ?? nowMs), paced: 0 };
  return { ...plus(exactly(nowMs), restOfBout(bout, bout.bells, nowMs)), paced: 0 };
}

/** The median of tonight, drawn towards the usual; its variance is that of what we do not know of it. */
function paceOf(card: readonly RungBout[]): Moments {
  const seen = card.flatMap((bout, index) => {
    const before = card[index - 1];
    const startMs = roundsSeen(bout.bells)[0]?.startMs;
    // A pause between two blocks is planned. After a missed tap the time would be less than none.
    if (before?.state.phase !== 'over' || before.blockStartMs !== bout.blockStartMs) return [];
    const lengthMs = (startMs ?? 0) - (before.state.sinceMs ?? 0);
    return lengthMs > 0 && lengthMs <= longestMs ? [lengthMs] : [];
  });
  const count = seen.length;
  const all = usualWeight + count;
  const mean = (usualWeight * usualMs + count * median(seen)) / all;
  const ofEvening = usualWeight ** 2 * eveningVariance;
  return { mean, variance: (ofEvening + count * medianFactor * changeoverVariance) / all ** 2 };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? 0 : (low + high) / 2;
}

/** A bout that is cancelled takes neither its own time nor that of a changeover. */
function afterBout(start: Start, bout: RungBout, pace: Moments): Start {
  const length = boutLength(bout);
  const { mean, variance } = plus(start, length);
  const share = bout.state.phase === 'walkout' ? 0 : cancelledShare;
  const savedMs = length.mean + pace.mean;
  return {
    mean: mean - share * savedMs,
    variance: variance + share * (1 - share) * savedMs ** 2,
    paced: start.paced,
  };
}

function afterChangeover(end: Start, pace: Moments): Start {
  const { mean, variance } = plus(end, pace);
  const shared = 2 * end.paced * pace.variance;
  return { mean, variance: variance + changeoverVariance + shared, paced: end.paced + 1 };
}

function notPast(start: Start, nowMs: number): Start {
  const left = notBefore(start, nowMs);
  const paced = start.variance > 0 ? start.paced * (left.variance / start.variance) : 0;
  if (left.mean >= nowMs + overdueMs) return { ...left, paced };
  return { mean: nowMs + overdueMs, variance: Math.max(left.variance, overdueMs ** 2), paced };
}

function spanOf({ mean, variance }: Moments, earliestMs: number) {
  const half = spanDeviations * Math.sqrt(variance);
  const [fromMs, expectedMs, toMs] = [mean - half, mean, mean + half].map((ms) =>
    Math.round(Math.max(earliestMs, ms)),
  ) as [number, number, number];
  return { expectedMs, fromMs, toMs };
}
