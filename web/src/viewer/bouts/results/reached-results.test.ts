import { describe, expect, it } from 'vitest';
import type { Picture } from '../night/card-states.ts';
import { isBehind, liveMoment, reachedAt } from './reached-results.ts';
import type { CompetitionResult } from './results.queries.ts';

const now = Date.parse('2026-11-21T21:00:00Z');
const minute = 60_000;
const picture = (change: Partial<Picture>): Picture => ({
  liveStreamId: 'ring',
  takenAt: now - 10 * minute,
  isAtEdge: false,
  kind: 'live',
  ...change,
});
const momentOf = (pictures: Picture[], past: string[] = []) =>
  (liveMoment(pictures, { all: ['ring', 'prelims'], past }, [], now) - now) / minute;

describe('how far the viewer has come', () => {
  it.each([
    ['now without a picture', [], 0],
    ['that of a live picture, less what encoders take', [picture({})], -10 - 2 / 60],
    ['now beside a replay', [picture({ kind: 'replay' })], 0],
    ['now beside the picture of another event', [picture({ liveStreamId: 'other' })], 0],
    ['not known before the first picture', [picture({ kind: undefined, takenAt: null })], -Infinity],
  ] as const)('is %s', (_, pictures, minutes) => {
    expect(momentOf([...pictures])).toBeCloseTo(minutes);
  });

  it('is now before the first picture of a replay', () => {
    expect(momentOf([picture({ kind: undefined, takenAt: null })], ['ring'])).toBe(0);
  });

  it('knows the delay of a stream', () => {
    const delays = [{ liveStreamId: 'ring', milliseconds: 5 * minute }];
    expect(liveMoment([picture({})], { all: ['ring'], past: [] }, delays, now)).toBe(now - 15 * minute);
  });
});

it('a result is reached when the viewer has come to the time at which it was official', () => {
  const result = (boutId: string, at: number) =>
    ({ boutId, updatedAt: new Date(at).toISOString() }) as CompetitionResult;
  const results = [result('a', now - minute), result('b', now), result('c', now + 1)];
  expect(reachedAt(results, now).map(({ boutId }) => boutId)).toEqual(['a', 'b']);
});

it.each([
  [false, []],
  [true, [picture({})]],
  [false, [picture({ takenAt: now - 30_000 })]],
  [false, [picture({ kind: 'replay' })]],
  [true, [picture({ kind: 'replay' }), picture({ liveStreamId: 'of another event' })]],
])('the viewer is behind: %s', (expected, pictures) => {
  expect(isBehind(pictures, now)).toBe(expected);
});
