import { LOOP_SECONDS } from '../stage/tracks.ts';

export const SAMPLE_RATE = 48000;
export const LOOP_SAMPLES = LOOP_SECONDS * SAMPLE_RATE;

/** Sound on a circle: what rings on past the end of the loop is heard at its beginning. */
export interface LoopBuffer {
  left: Float32Array;
  right: Float32Array;
}

export const silence = (): LoopBuffer => ({
  left: new Float32Array(LOOP_SAMPLES),
  right: new Float32Array(LOOP_SAMPLES),
});

/** `pan` runs from -1 (left) to 1 (right), at constant power. */
export function place(into: LoopBuffer, sound: Float32Array, seconds: number, gain: number, pan = 0): void {
  const angle = ((pan + 1) * Math.PI) / 4;
  const left = gain * Math.cos(angle);
  const right = gain * Math.sin(angle);
  let at = ((Math.round(seconds * SAMPLE_RATE) % LOOP_SAMPLES) + LOOP_SAMPLES) % LOOP_SAMPLES;
  for (const sample of sound) {
    into.left[at] = (into.left[at] ?? 0) + sample * left;
    into.right[at] = (into.right[at] ?? 0) + sample * right;
    at += 1;
    if (at === LOOP_SAMPLES) at = 0;
  }
}

export type Filter = (sample: number) => number;

/** Filters a circle: one round to fill the filter's memory, a second one that is kept. */
export function filterLoop(samples: Float32Array, create: () => Filter): Float32Array {
  const filter = create();
  for (const sample of samples) filter(sample);
  return samples.map(filter);
}

export function mixInto(into: LoopBuffer, from: LoopBuffer, gain: (seconds: number) => number): void {
  for (let index = 0; index < LOOP_SAMPLES; index += 1) {
    const by = gain(index / SAMPLE_RATE);
    into.left[index] = (into.left[index] ?? 0) + (from.left[index] ?? 0) * by;
    into.right[index] = (into.right[index] ?? 0) + (from.right[index] ?? 0) * by;
  }
}
