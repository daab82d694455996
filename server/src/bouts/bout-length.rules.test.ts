import type { Bell, BellKind } from '@ringside/rules/bell';
import { describe, expect, it } from 'vitest';
import { boutLength, type Fight, restOfBout } from './bout-length.rules.ts';
import { mixed } from './moments.rules.ts';

const fight: Fight = { rounds: 3, roundSeconds: 180, breakSeconds: 60, hasExtraRound: false };
const seconds = (second: number) => second * 1_000;

const bell = (second: number, kind: BellKind, round: number | null = null): Bell => ({
  id: `${second}-${kind}`,
  kind,
  round,
  at: seconds(second),
  isUndone: false,
});

/** Every second of the fight at which it may end early, and the decision; without what has passed. */
function counted(passed: number) {
  const ends = Array.from({ length: 3 * 180 }, (_, index) => {
    const fought = index + 0.5;
    return { second: fought + Math.floor(fought / 180) * 60, weight: 0.35 / (3 * 180), variance: 0 };
  });
  const cases = [...ends, { second: 660 + 90, weight: 0.65, variance: 30 ** 2 }];
  return mixed(
    cases
      .filter(({ second }) => second > passed)
      .map(({ second, ...one }) => ({ ...one, mean: second - passed })),
  );
}

const inSeconds = ({ mean, variance }: { mean: number; variance: number }) => ({
  mean: mean / 1_000,
  deviation: Math.sqrt(variance) / 1_000,
});

describe('boutLength', () => {
  it('counts early ends, breaks and the decision', () => {
    const length = inSeconds(boutLength(fight));
    expect(length.mean).toBeCloseTo(0.65 * 750 + 0.35 * 330, 3);
    expect(length.deviation).toBeCloseTo(Math.sqrt(counted(0).variance), 1);
  });

  it('grows by an extra round in some of the draws', () => {
    const grown = boutLength({ ...fight, hasExtraRound: true }).mean - boutLength(fight).mean;
    expect(grown / 1_000).toBeCloseTo(0.65 * 0.1 * 240, 3);
  });
});

describe('restOfBout', () => {
  const first = [bell(0, 'round-start', 1)];
  const firstBreak = [...first, bell(180, 'round-end', 1)];
  const second = [...firstBreak, bell(240, 'round-start', 2)];
  const third = [...second, bell(420, 'round-end', 2), bell(480, 'round-start', 3)];
  const lastBreak = [...third, bell(660, 'round-end', 3)];
  const rest = (bells: Bell[], second: number, of = fight) =>
    inSeconds(restOfBout(of, bells, seconds(second)));

  it.each([
    [first, 0],
    [first, 100],
    [firstBreak, 200],
    [second, 300],
    [third, 480],
    [third, 659],
  ])('is what can still happen (%#)', (bells, now) => {
    const left = rest(bells, now);
    const expected = counted(now);
    expect(left.mean).toBeCloseTo(expected.mean, 0);
    expect(left.deviation).toBeCloseTo(Math.sqrt(expected.variance), 0);
  });

  it.each([
    ['the last bell', 660, 90],
    ['a minute after it', 720, 36],
  ])('is the decision after %s', (_, now, left) => {
    expect(Math.abs(rest(lastBreak, now).mean - left)).toBeLessThan(4);
  });

  it('does not count the time of a stop', () => {
    const restarted = [...second, bell(300, 'stopped', 2), bell(360, 'round-start', 2)];
    expect(rest(restarted, 360).mean).toBeCloseTo(rest(second, 300).mean, 3);
  });

  it('is short when the referee has stopped the fight', () => {
    expect(rest([...first, bell(30, 'stopped', 1)], 30).mean).toBe(60);
  });

  it('knows the extra round', () => {
    const extra = { ...fight, hasExtraRound: true };
    const more = rest(lastBreak, 660, extra).mean - rest(lastBreak, 660).mean;
    expect(more).toBeCloseTo(0.1 * 240, 1);
    const running = [...lastBreak, bell(720, 'round-start', 4)];
    expect(rest(running, 720, extra).mean).toBeCloseTo(180 + 90, 3);
  });

  it('is never less than nothing, also when bells were missed', () => {
    for (const bells of [first, firstBreak, second, third, lastBreak])
      for (const now of [0, 500, 5_000, 50_000]) expect(rest(bells, now).mean).toBeGreaterThanOrEqual(0);
  });
});
