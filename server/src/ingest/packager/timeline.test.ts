import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Timeline } from './timeline.ts';

describe('Timeline', () => {
  it('begins where the stream is, whatever the timestamp of the encoder', () => {
    const timeline = new Timeline(5_000);
    expect(timeline.place(123_456, 5_000)).toEqual({ ms: 5_000, isJump: false });
    expect(timeline.place(123_496, 5_040)).toEqual({ ms: 5_040, isJump: false });
  });

  it('goes on over the wrap of the timestamps after 49 days', () => {
    const timeline = new Timeline(0);
    timeline.place(2 ** 32 - 20, 0);
    expect(timeline.place(20, 40)).toEqual({ ms: 40, isJump: false });
  });

  it.each([
    ['ten hours forward', 36_000_000],
    ['ten hours back', -36_000_000],
    ['four seconds forward', 4_000],
  ])('a jump of %s goes on at the wall clock', (_, step) => {
    const timeline = new Timeline(0);
    timeline.place(40_000_000, 0);
    timeline.place(40_000_040, 40);
    expect(timeline.place(40_000_040 + step, 90)).toEqual({ ms: 90, isJump: true });
    expect(timeline.place(40_000_080 + step, 130)).toEqual({ ms: 130, isJump: false });
    expect(timeline.jumps).toBe(1);
  });

  it('never places a jump before what was placed, for any timestamps and a wall clock that stands still', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 32 - 1), { maxLength: 50 }), (timestamps) => {
        const timeline = new Timeline(1_000);
        for (const timestamp of timestamps) {
          const before = timeline.latestMs;
          const { ms, isJump } = timeline.place(timestamp, 1_000);
          if (isJump) expect(ms).toBeGreaterThan(before);
          expect(timeline.latestMs).toBeGreaterThanOrEqual(before);
        }
      }),
    );
  });
});
