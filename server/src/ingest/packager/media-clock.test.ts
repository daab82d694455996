import { describe, expect, it } from 'vitest';
import { MediaClock } from './media-clock.ts';

/** Frames of AAC at 48 kHz. */
const nominalMs = 1024 / 48;

interface Feed {
  /** Seconds by its timestamps in a second of its media. */
  rate?: number;
  /** How much longer the network takes than the media lasts. */
  delay?: number;
  isDeclared?: boolean;
}

function measure({ rate = 1, delay = 1, isDeclared = false }: Feed): number {
  const clock = new MediaClock();
  for (let frame = 0; frame < 300; frame += 1) {
    const ms = frame * nominalMs;
    clock.add(Math.round(ms * rate) >>> 0, { nominalMs, wallMs: ms * delay, isDeclared });
  }
  return clock.rate;
}

describe('MediaClock', () => {
  it.each([0.85, 0.9, 1.1, 1.15])('measures a clock that runs at %f', (rate) => {
    expect(measure({ rate })).toBeCloseTo(1 / rate, 2);
    expect(measure({ rate, isDeclared: true })).toBeCloseTo(1 / rate, 2);
  });

  it('leaves a right clock alone, on a slow network and for a file that is sent at once', () => {
    for (const delay of [1, 1.2, 2, 0.1]) expect(measure({ delay })).toBe(1);
  });

  it('does not believe a rate of pictures that is only declared', () => {
    // 30 are declared, 25 come, and the timestamps say so.
    const clock = new MediaClock();
    for (let frame = 0; frame < 300; frame += 1)
      clock.add(frame * 40, { nominalMs: 1000 / 30, wallMs: frame * 40, isDeclared: true });
    expect(clock.rate).toBe(1);
  });

  it('does not count pauses and frames that were left out', () => {
    const clock = new MediaClock();
    let ms = 0;
    for (let frame = 0; frame < 400; frame += 1) {
      ms += frame % 7 === 0 ? 5 * nominalMs : nominalMs;
      clock.add(Math.round(ms), { nominalMs, wallMs: ms, isDeclared: false });
    }
    expect(clock.rate).toBe(1);
  });
});
