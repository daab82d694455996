/**
 * Simulated fight nights, to measure how well "When is mine?" foretells the main event. What is assumed stands here and is not
 * tuned; what the rule believes stands in `bouts/estimate.rules.ts` and `bout-length.rules.ts`.
 */
import type { Bell, BellKind } from '@ringside/rules/bell';
import { type EveningBout, expectedStarts } from '../../src/bouts/estimate.rules.ts';
import { Random } from '../fuzz/random.ts';

const minuteMs = 60_000;
const boutCount = 10;
const roundsOf = (index: number) => (index === boutCount - 1 ? 5 : 3);
const roundMs = 3 * minuteMs;
const breakMs = minuteMs;
/** So many end at a random moment of their rounds. */
const earlyShare = 0.35;
/** Of an evening its changeovers have one mean; each of them is spread around it. */
const meanChangeover = { mean: 7 * minuteMs, deviation: 2 * minuteMs };
const changeoverDeviation = 3 * minuteMs;
/** Nobody gets two fighters into a ring in less. */
const leastChangeoverMs = minuteMs;
/** From the last bell to the announced decision, each moment alike. */
const decisionMs = { least: minuteMs, most: 2 * minuteMs };
const beginMs = Date.parse('2027-03-06T19:00:00Z');

interface SimulatedBout extends EveningBout {
  /** When the organiser cancels it. */
  cancelledAt: number | undefined;
}

/** All bells of a night. */
export type Night = SimulatedBout[];

/** @param cancelledShare of the bouts between the first one and the main event. */
export function simulateNights(seed: number, nights: number, cancelledShare: number): Night[] {
  return Array.from({ length: nights }, (_, index) => simulateNight(new Random(seed, index), cancelledShare));
}

export const hasCancelled = (night: Night) => night.some(({ cancelledAt }) => cancelledAt !== undefined);

function simulateNight(random: Random, cancelledShare: number): Night {
  const paceMs = normal(random, meanChangeover.mean, meanChangeover.deviation);
  let overAt: number | undefined;
  return Array.from({ length: boutCount }, (_, index) => {
    const changeoverMs = Math.max(leastChangeoverMs, normal(random, paceMs, changeoverDeviation));
    const startAt = overAt === undefined ? beginMs : overAt + changeoverMs;
    const canFallOut = index > 0 && index < boutCount - 1;
    const isCancelled = canFallOut && random.withProbability(cancelledShare);
    const bells = isCancelled ? [] : fight(random, index, startAt);
    overAt = bells.at(-1)?.at ?? overAt;
    return {
      id: `bout-${index + 1}`,
      blockStartMs: beginMs,
      rounds: roundsOf(index),
      roundSeconds: roundMs / 1_000,
      breakSeconds: breakMs / 1_000,
      hasExtraRound: false,
      status: 'announced' as const,
      bells,
      // At any moment between the beginning and its turn.
      cancelledAt: isCancelled ? beginMs + random.next() * (startAt - beginMs) : undefined,
    };
  });
}

/** The bells of a bout from its first round on. */
function fight(random: Random, index: number, startAt: number): Bell[] {
  const rounds = roundsOf(index);
  const endsAfterMs = random.withProbability(earlyShare) ? random.next() * rounds * roundMs : undefined;
  const bells: Bell[] = [];
  const ring = (kind: BellKind, round: number | null, at: number) =>
    bells.push({ id: `${index}-${bells.length}`, kind, round, at, isUndone: false });
  for (let round = 1; round <= rounds; round += 1) {
    const at = startAt + (round - 1) * (roundMs + breakMs);
    const leftMs = (endsAfterMs ?? Number.POSITIVE_INFINITY) - (round - 1) * roundMs;
    ring('round-start', round, at);
    if (leftMs <= roundMs) {
      ring('over', null, at + leftMs);
      return bells;
    }
    ring('round-end', round, at + roundMs);
  }
  const lastAt = bells.at(-1)?.at ?? startAt;
  ring('over', null, lastAt + decisionMs.least + random.next() * (decisionMs.most - decisionMs.least));
  return bells;
}

/** By Box and Muller. */
function normal(random: Random, mean: number, deviation: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return mean + deviation * radius * Math.cos(2 * Math.PI * random.next());
}

interface Foretold {
  /** How far the main event began from what was expected. */
  errorMinutes: number;
  isHeld: boolean;
  spanMinutes: number;
}

/** What the rule says of the main event when the first round of a bout begins; undefined when that bout is cancelled. */
function foretell(night: Night, number: number): Foretold | undefined {
  const nowMs = night[number - 1]?.bells[0]?.at;
  const main = night.at(-1);
  const startAt = main?.bells[0]?.at;
  if (nowMs === undefined || main === undefined || startAt === undefined) return undefined;
  const known = night.map(({ cancelledAt = Number.POSITIVE_INFINITY, ...bout }) => ({
    ...bout,
    status: cancelledAt <= nowMs ? ('cancelled' as const) : bout.status,
    bells: bout.bells.filter(({ at }) => at <= nowMs),
  }));
  const expected = expectedStarts(known, nowMs).get(main.id);
  if (!expected) throw new Error('Nothing is expected of the main event');
  return {
    errorMinutes: Math.abs(startAt - expected.expectedMs) / minuteMs,
    isHeld: startAt >= expected.fromMs && startAt <= expected.toMs,
    spanMinutes: (expected.toMs - expected.fromMs) / minuteMs,
  };
}

export interface Figures {
  medianErrorMinutes: number;
  /** In how many of the nights the main event began within its span. */
  heldShare: number;
  medianSpanMinutes: number;
}

/** Of what is foretold at the first bell of a bout. */
export function measureAt(boutNumber: number, nights: Night[]): Figures {
  const foretold = nights.flatMap((night) => foretell(night, boutNumber) ?? []);
  return {
    medianErrorMinutes: median(foretold.map(({ errorMinutes }) => errorMinutes)),
    heldShare: foretold.filter(({ isHeld }) => isHeld).length / foretold.length,
    medianSpanMinutes: median(foretold.map(({ spanMinutes }) => spanMinutes)),
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
