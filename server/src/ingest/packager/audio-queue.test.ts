import { beforeEach, describe, expect, it } from 'vitest';
import { type AacConfig, readAacConfig, usualAacConfig } from './aac.ts';
import { AudioQueue } from './audio-queue.ts';

const frameMs = 1024 / 48;
const partMs = 350;
const sound = Buffer.from('sound');

let queue: AudioQueue;
beforeEach(() => {
  queue = new AudioQueue(usualAacConfig, 1_000, partMs);
});

interface Sent {
  /** Whether sound comes at this time of the picture. */
  isThere: (pictureMs: number) => boolean;
  /** How much later than the picture it comes. */
  lagMs?: number;
  untilMs?: number;
}

/** Parts of picture and sound from 1 s on. @returns the sound of all parts, and where each begins. */
function parts({ isThere, lagMs = 0, untilMs = 8_000 }: Sent) {
  const taken: Array<{ ms: number; bytes: Buffer }> = [];
  let part = 1_000 + partMs;
  for (let ms = 1_000; ms < untilMs; ms += frameMs) {
    if (isThere(ms)) queue.push(ms - lagMs, sound, ms);
    if (ms < part) continue;
    const { decodeTime, samples } = queue.takeUntil(part);
    for (const [index, { bytes, duration }] of samples.entries()) {
      expect(duration).toBe(1024);
      taken.push({ ms: decodeTime / 48 + index * frameMs, bytes });
    }
    part += partMs;
  }
  return taken;
}

/** A track that players can go along: each frame where the one before has ended. */
function isWhole(taken: Array<{ ms: number }>) {
  for (const [index, { ms }] of taken.entries()) expect(ms).toBeCloseTo(1_000 + index * frameMs, 6);
}

const isSilent = ({ bytes }: { bytes: Buffer }) => bytes === usualAacConfig.silence;

describe('the sound of a broadcast', () => {
  it('is what comes', () => {
    const taken = parts({ isThere: () => true });
    isWhole(taken);
    expect(taken.some(isSilent)).toBe(false);
  });

  it('is silence where none comes, as far as the picture goes', () => {
    const taken = parts({ isThere: () => false });
    isWhole(taken);
    expect(taken.every(isSilent)).toBe(true);
    expect(taken.at(-1)?.ms).toBeGreaterThan(7_500);
  });

  it.each([0, 300, 2_000])('stops and comes back, %i ms behind the picture', (lagMs) => {
    const taken = parts({ isThere: (ms) => ms < 5_000 || ms >= 7_000, lagMs, untilMs: 12_000 });
    isWhole(taken);
    const silent = taken.filter(isSilent);
    expect(Math.abs((silent[0]?.ms ?? 0) - (5_000 - lagMs))).toBeLessThan(100);
    // Silence is never further behind the picture than a part, so that players can go on.
    expect(Math.abs((silent.at(-1)?.ms ?? 0) - (7_000 - Math.min(lagMs, partMs)))).toBeLessThan(100);
    expect(silent).toHaveLength(taken.findLastIndex(isSilent) - taken.findIndex(isSilent) + 1);
    expect(taken.at(-1)?.ms).toBeGreaterThan(11_500 - lagMs - partMs);
  });

  it('begins late', () => {
    const taken = parts({ isThere: (ms) => ms >= 4_000 });
    isWhole(taken);
    expect(taken.findIndex((frame) => !isSilent(frame))).toBeCloseTo(3_000 / frameMs, -1);
  });

  it('is filled to the end when nothing follows', () => {
    for (let ms = 1_000; ms < 2_000; ms += frameMs) queue.push(ms - 900, sound, ms);
    const { samples } = queue.takeUntil(2_000, { isLast: true });
    expect(samples.length * frameMs).toBeGreaterThan(1_000 - frameMs);
  });

  it('keeps no more than it can, however far ahead the sound says it is', () => {
    for (let index = 0; index < 50; index += 1) queue.push(1_000 + index * 3_600_000, sound, 1_000);
    expect(queue.takeUntil(1_000_000).samples.length).toBeLessThanOrEqual(60_000);
  });
});

describe('a silent frame', () => {
  it.each([
    ['mono', 0x08, '00000007'],
    ['stereo', 0x10, '2000000000000e'],
    ['5.1', 0x30, '000000010000000000001100000000000300000038'],
  ])('of %s has the elements of its layout', (_, layout, silence) => {
    const config = readAacConfig(Buffer.from([0x11, 0x80 | layout])) as AacConfig;
    expect(config.silence.toString('hex')).toBe(silence);
  });
});
