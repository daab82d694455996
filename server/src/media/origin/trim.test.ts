import { describe, expect, it } from 'vitest';
import { cutPlaces, snapTrim, trimmed } from './trim.ts';
import { recordedVideo } from './videos/recorded-video.ts';

const keyFrame = { offset: 0, length: 10 };
const segment = (seconds: number, isKey = true) => ({
  seconds,
  pictures: isKey ? { count: 50, keyFrame } : { count: 50 },
});
const segments = [segment(2), segment(2), segment(2, false), segment(1.5), segment(3.001)];

describe('the cut places of a recording', () => {
  it('are its start, its key frames and its end', () => {
    expect(cutPlaces(segments)).toEqual([0, 2, 6, 7.5, 10.501]);
  });

  it('are none without a recording, and two for a single segment', () => {
    expect(cutPlaces([])).toEqual([]);
    expect(cutPlaces([segment(2)])).toEqual([0, 2]);
  });
});

describe('a trim', () => {
  it.each([
    [
      { startSeconds: 0, endSeconds: 10.501 },
      { startSeconds: 0, endSeconds: 10.501 },
    ],
    [
      { startSeconds: 2.4, endSeconds: 7 },
      { startSeconds: 2, endSeconds: 7.5 },
    ],
    [
      { startSeconds: 3.9, endSeconds: 4 },
      { startSeconds: 2, endSeconds: 6 },
    ],
    [
      { startSeconds: 10.4, endSeconds: 10.5 },
      { startSeconds: 7.5, endSeconds: 10.501 },
    ],
    [
      { startSeconds: 0, endSeconds: 0.1 },
      { startSeconds: 0, endSeconds: 2 },
    ],
  ])('%o snaps to key frames: %o', (wanted, snapped) => {
    expect(snapTrim(cutPlaces(segments), wanted)).toEqual(snapped);
  });

  it('keeps whole segments, and never none', () => {
    const places = cutPlaces(segments);
    for (const start of places.slice(0, -1))
      for (const end of places.filter((place) => place > start)) {
        const kept = trimmed(segments, { startSeconds: start, endSeconds: end });
        const sum = kept.reduce((total, { seconds }) => total + seconds, 0);
        expect(sum).toBeCloseTo(end - start, 2);
        expect(kept[0]?.pictures.keyFrame).toBeDefined();
      }
    expect(trimmed(segments, null)).toBe(segments);
  });

  it('holds over hours of segments whose lengths are no round numbers', () => {
    const long = Array.from({ length: 10_800 }, () => segment(2.002));
    const places = cutPlaces(long);
    const [startSeconds, endSeconds] = [places[7_000] as number, places[10_000] as number];
    expect(trimmed(long, { startSeconds, endSeconds })).toHaveLength(3_000);
  });
});

it('gives viewers no segment that is cut out, and organisers all (docs/product.md, 28.31)', () => {
  const recorded = segments.map((part, index) => ({
    ...part,
    name: `1-${index}`,
    atMs: 0,
    startMs: 0,
    bytes: 1,
    isDiscontinuity: false,
    init: { name: 'init-1001', codecs: 'avc1.640028', width: 640, height: 360 },
  }));
  const video = recordedVideo('nowhere', recorded, { trim: { startSeconds: 2, endSeconds: 7.5 } });
  const listed = (isWhole: boolean) =>
    recorded
      .map(({ name }) => video.lists('source', name, isWhole))
      .map(Number)
      .join('');
  expect([listed(false), listed(true)]).toEqual(['01110', '11111']);
  expect([video.lists('source', '1-9', true), video.lists('720p', '1-1', true)]).toEqual([false, false]);
});
