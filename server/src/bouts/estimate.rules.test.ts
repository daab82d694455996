import type { Bell, BellKind } from '@ringside/rules/bell';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCancelled, measureAt, simulateNights } from '../../test/bouts/simulated-nights.ts';
import { type EveningBout, expectedStarts } from './estimate.rules.ts';

/** Minutes since the planned begin of the evening, in the tests and in their bells. */
const minutes = (count: number) => count * 60_000;

function bout(id: string, bells: Bell[] = [], changes: Partial<EveningBout> = {}): EveningBout {
  const fight = { rounds: 3, roundSeconds: 180, breakSeconds: 60, hasExtraRound: false };
  return { id, blockStartMs: 0, status: 'announced', ...fight, bells, ...changes };
}

const bell = (minute: number, kind: BellKind, round: number | null = null): Bell => ({
  id: `${minute}-${kind}`,
  kind,
  round,
  at: minutes(minute),
  isUndone: false,
});

/** From the first bell to the end. */
const fought = (from: number, to: number) => [bell(from, 'round-start', 1), bell(to, 'over')];

/** What is expected, in minutes. */
function expectedAt(now: number, bouts: EveningBout[]) {
  const inMinutes = [...expectedStarts(bouts, minutes(now))].map(([id, { isPlan, ...times }]) => {
    const [at, from, to] = [times.expectedMs, times.fromMs, times.toMs].map((ms) => ms / 60_000);
    return [
      id,
      { at, from, to, isPlan } as { at: number; from: number; to: number; isPlan: boolean },
    ] as const;
  });
  return Object.fromEntries(inMinutes) as Record<string, (typeof inMinutes)[number][1]>;
}

/** The mean of a bout of three rounds, and of a changeover. */
const length = 10.05;
const usual = 7;

describe('before the first bell', () => {
  const card = [bout('a'), bout('b'), bout('c', [], { blockStartMs: minutes(60) })];

  it('the plan is expected, and called so', () => {
    const { a, b, c } = expectedAt(-30, card);
    expect(a).toMatchObject({ at: 0, from: 0, isPlan: true });
    expect(b?.at).toBeCloseTo(length + usual, 0);
    expect(c).toMatchObject({ at: 60, from: 60, isPlan: true });
  });

  it('an evening that is late begins soon, and moves what is behind it', () => {
    const { a, b, c } = expectedAt(50, card);
    expect(a?.from).toBe(50);
    expect(a?.at).toBeGreaterThanOrEqual(52);
    expect(b?.at).toBeCloseTo((a?.at ?? 0) + length + usual, 0);
    expect(c?.at).toBeGreaterThan(80);
  });

  it('a bell that was undone is none', () => {
    const undone = [{ ...bell(0, 'walkout'), isUndone: true }];
    expect(expectedAt(1, [bout('a', undone)]).a?.isPlan).toBe(true);
  });
});

describe('after the first bell', () => {
  it('a walkout is followed by its first round, and nothing is a plan any more', () => {
    const { a, b } = expectedAt(5, [bout('a', [bell(5, 'walkout')]), bout('b')]);
    expect(a?.at).toBeCloseTo(8, 0);
    expect([a?.isPlan, b?.isPlan]).toEqual([false, false]);
    expect(b?.at).toBeCloseTo(8 + length + usual, 0);
  });

  it('what runs, has begun or was passed over has no expected time', () => {
    const card = [bout('a', fought(0, 9)), bout('b'), bout('c', [bell(20, 'round-start', 1)]), bout('d')];
    expect(Object.keys(expectedAt(21, card))).toEqual(['d']);
  });

  it('the rest of the running bout counts', () => {
    const bells = [bell(0, 'round-start', 1), bell(3, 'round-end', 1), bell(4, 'round-start', 2)];
    const early = expectedAt(4, [bout('a', bells), bout('b')]).b;
    const late = expectedAt(7, [bout('a', [...bells, bell(7, 'round-end', 2)]), bout('b')]).b;
    expect(early?.at).toBeGreaterThan(4 + 5 + usual);
    expect(late?.at).toBeCloseTo(7 + 1 + 3 + 1.5 - 0.5 + usual, 0);
  });

  it('after the end of a bout a changeover is left, and less of it with every minute', () => {
    const card = [bout('a', fought(0, 9)), bout('b')];
    const [atOnce, later, overdue] = [9, 14, 40].map((now) => expectedAt(now, card).b);
    expect(atOnce?.at).toBeCloseTo(16, 0);
    expect(later?.at).toBeGreaterThan(16);
    expect(later?.at).toBeLessThan(19);
    expect(overdue).toMatchObject({ at: 42, from: 40 });
    expect(overdue?.to).toBeGreaterThan(44);
  });

  it('a bout without a rung end is over when the next one begins', () => {
    const card = [bout('a', [bell(0, 'round-start', 1)]), bout('b', fought(20, 30)), bout('c')];
    expect(expectedAt(30, card).c?.at).toBeCloseTo(37, 0);
  });

  it('a bout that is cancelled takes no time', () => {
    const rest = [bout('c'), bout('d')];
    const before = expectedAt(9, [bout('a', fought(0, 9)), bout('b'), ...rest]);
    const after = expectedAt(9, [bout('a', fought(0, 9)), bout('b', [], { status: 'cancelled' }), ...rest]);
    expect(after.b).toBeUndefined();
    expect(after.c).toEqual({ ...before.b });
    expect((before.d?.at ?? 0) - (after.d?.at ?? 0)).toBeCloseTo(length + usual, 0);
  });
});

describe('the pace of the evening', () => {
  /** Bouts of ten minutes, with these changeovers between them. */
  function evening(changeovers: number[]): { card: EveningBout[]; now: number } {
    let now = 10;
    const card = [bout('first', fought(0, 10))];
    for (const [index, changeover] of changeovers.entries()) {
      card.push(bout(`${index}`, fought(now + changeover, now + changeover + 10)));
      now += changeover + 10;
    }
    return { card: [...card, bout('next')], now };
  }
  const changeoverAfter = (changeovers: number[]) => {
    const { card, now } = evening(changeovers);
    return (expectedAt(now, card).next?.at ?? 0) - now;
  };

  it.each([
    [[], usual],
    [[13], (3 * usual + 13) / 4],
    [[13, 13, 13], (usual + 13) / 2],
    [[11, 13, 24], (usual + 13) / 2],
    [[11, 40, 13], (3 * usual + 2 * 12) / 5],
    [[4, 4, 4, 4, 4, 4], (3 * usual + 6 * 4) / 9],
  ])('after changeovers of %j minutes the next one takes %d', (changeovers, next) => {
    expect(changeoverAfter(changeovers)).toBeCloseTo(next, 0);
  });

  it('does not count what the plan has set between two blocks', () => {
    const { card, now } = evening([7]);
    const afterBreak = { blockStartMs: minutes(now + 30) };
    const main = bout('main', fought(now + 30, now + 40), afterBreak);
    const next = bout('second', [], afterBreak);
    const { second } = expectedAt(now + 40, [...card.slice(0, -1), main, next]);
    expect((second?.at ?? 0) - now - 40).toBeCloseTo(usual, 0);
  });
});

describe('a later block', () => {
  const main = bout('main', [], { blockStartMs: minutes(60) });

  it('does not begin before its plan', () => {
    const { main: early } = expectedAt(9, [bout('a', fought(0, 9)), main]);
    expect(early).toMatchObject({ from: 60, isPlan: false });
    expect(early?.at).toBeCloseTo(60, 0);
  });

  it('waits for what is before it', () => {
    const { main: late } = expectedAt(80, [bout('a', fought(0, 9)), bout('b', fought(70, 80)), main]);
    expect(late?.at).toBeCloseTo(87, 0);
    expect(late?.from).toBeGreaterThan(80);
  });

  it('takes up what the evening lost', () => {
    const half = [bout('a', fought(0, 9)), bout('b'), bout('c'), main, bout('last', [], main)];
    const { c, last } = expectedAt(9, half);
    const slower = expectedAt(14, half);
    const growth = (slower.last?.at ?? 0) - (last?.at ?? 0);
    expect(growth).toBeLessThan(((slower.c?.at ?? 0) - (c?.at ?? 0)) / 2 + 1);
  });
});

it('is a span in each evening, never in the past, and wider with each bout', () => {
  const evenings = fc.record({
    lengths: fc.array(fc.tuple(fc.integer({ min: -3, max: 30 }), fc.integer({ min: 1, max: 25 })), {
      maxLength: 8,
    }),
    running: fc.boolean(),
    coming: fc.integer({ min: 1, max: 8 }),
    sinceLast: fc.integer({ min: 0, max: 300 }),
    rounds: fc.integer({ min: 1, max: 12 }),
    hasExtraRound: fc.boolean(),
  });
  fc.assert(
    fc.property(evenings, ({ lengths, running, coming, sinceLast, rounds, hasExtraRound }) => {
      let now = 0;
      const past = lengths.map(([changeover, minutesLong], index) => {
        const begin = now + changeover;
        now = begin + minutesLong;
        return bout(`past ${index}`, fought(begin, now), { rounds, hasExtraRound });
      });
      const current = running ? [bout('current', [bell(now, 'round-start', 1)], { rounds })] : [];
      const next = Array.from({ length: coming }, (_, index) =>
        bout(`${index}`, [], { rounds, hasExtraRound }),
      );
      now += sinceLast / 10;
      const times = [...expectedStarts([...past, ...current, ...next], minutes(now)).values()];
      expect(times).toHaveLength(coming);
      for (const [index, { expectedMs, fromMs, toMs }] of times.entries()) {
        const before = times[index - 1];
        expect([expectedMs, fromMs, toMs].every(Number.isInteger)).toBe(true);
        expect(fromMs).toBeGreaterThanOrEqual(Math.floor(minutes(now)));
        expect(expectedMs).toBeGreaterThanOrEqual(fromMs);
        expect(toMs).toBeGreaterThan(expectedMs);
        if (!before) continue;
        expect(expectedMs).toBeGreaterThan(before.expectedMs);
        expect(toMs - expectedMs).toBeGreaterThan(before.toMs - before.expectedMs);
      }
    }),
    { numRuns: 500 },
  );
});

/** The nights of the bench, so its figures. */
describe('the main event at the first bell of bout 5', () => {
  it('begins within 9 minutes of what was expected in half of the evenings, and the span holds 80 %', () => {
    const { medianErrorMinutes, heldShare } = measureAt(5, simulateNights(31, 4_000, 0));
    expect(medianErrorMinutes).toBeLessThanOrEqual(9);
    expect(heldShare).toBeGreaterThan(0.75);
    expect(heldShare).toBeLessThan(0.85);
  });

  it('keeps to its span in evenings with cancelled bouts', () => {
    const nights = simulateNights(31, 4_000, 0.1);
    for (const { heldShare } of [measureAt(5, nights), measureAt(5, nights.filter(hasCancelled))]) {
      expect(heldShare).toBeGreaterThan(0.75);
      expect(heldShare).toBeLessThan(0.85);
    }
  });
});
