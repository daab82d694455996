/** Values over time. Everything repeats after LOOP_SECONDS, so that the last frame leads into the first. */
export const LOOP_SECONDS = 32;

export type Track = (seconds: number) => number;

export const wrap = (seconds: number): number => ((seconds % LOOP_SECONDS) + LOOP_SECONDS) % LOOP_SECONDS;

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));

export const smooth = (part: number): number => {
  const at = clamp(part);
  return at * at * (3 - 2 * at);
};

/** 0 before `from`, 1 after `to`, eased between; either order of times that is not a join. */
export const ramp = (seconds: number, from: number, to: number): number =>
  smooth((seconds - from) / (to - from));

/** A number that repeats: `cycles` whole periods in one loop, so that the join does not show. */
export const wave = (seconds: number, cycles: number, phase = 0): number =>
  Math.sin((seconds / LOOP_SECONDS) * cycles * 2 * Math.PI + phase);

/**
 * A smooth curve through keys of [seconds, value], closed over the loop. The slopes are those of a
 * Catmull-Rom curve, taken to zero at peaks so that nothing swings past its key.
 */
export function track(keys: readonly (readonly [number, number])[]): Track {
  const count = keys.length;
  const at = (index: number): readonly [number, number] => {
    const turns = Math.floor(index / count);
    const key = keys[index - turns * count] ?? [0, 0];
    return [key[0] + turns * LOOP_SECONDS, key[1]];
  };
  const slope = (index: number): number => {
    const [t0, v0] = at(index - 1);
    const [, v1] = at(index);
    const [t2, v2] = at(index + 1);
    return (v1 - v0) * (v2 - v1) <= 0 ? 0 : (v2 - v0) / (t2 - t0);
  };
  return (seconds) => {
    const time = wrap(seconds);
    let index = -1;
    while (index + 1 < count && at(index + 1)[0] <= time) index += 1;
    const [t0, v0] = at(index);
    const [t1, v1] = at(index + 1);
    const span = t1 - t0;
    const u = (time - t0) / span;
    const m0 = slope(index) * span;
    const m1 = slope(index + 1) * span;
    const u2 = u * u;
    const u3 = u2 * u;
    return (2 * u3 - 3 * u2 + 1) * v0 + (u3 - 2 * u2 + u) * m0 + (3 * u2 - 2 * u3) * v1 + (u3 - u2) * m1;
  };
}

/** The same numbers every time the script runs: the committed asset can be made again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
