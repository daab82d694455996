import type { MediaFragment } from 'hls.js';
import { describe, expect, it } from 'vitest';
import { DamagedMedia, startBehind } from './damaged-media.ts';

const epochMs = Date.parse('2026-11-20T19:00:00Z');

/** Fragments of two seconds from this number on, as hls.js reads them again for each playlist. */
function playlist({ from = 0, count = 5, live = false, level = 0, hasDates = true, growing = 0 } = {}) {
  const fragment = (sn: number, duration = 2) =>
    ({
      sn,
      level,
      start: (sn - from) * 2,
      end: (sn - from) * 2 + duration,
      duration,
      programDateTime: hasDates ? epochMs + sn * 2000 : null,
      tagList: [],
    }) as unknown as MediaFragment;
  const fragments = Array.from({ length: count }, (_, index) => fragment(from + index));
  const hint = live ? { fragmentHint: fragment(from + count, growing) } : {};
  return { live, fragments, ...hint, edge: count * 2 + growing };
}

const gaps = ({ fragments, fragmentHint }: ReturnType<typeof playlist>) =>
  [...fragments, ...(fragmentHint ? [fragmentHint] : [])].filter(({ gap }) => gap).map(({ sn }) => sn);

describe('damaged media', () => {
  it('is a gap from then on: the fragment of the picture', () => {
    const [damaged, recording] = [new DamagedMedia(), playlist()];
    expect(damaged.add(recording, 5, 1)).toBe(2);
    expect(gaps(recording)).toEqual([2]);
    expect(recording.fragments[2]?.tagList).toEqual([['GAP']]);
    expect(startBehind(recording, 2)).toBe(6);
  });

  it('may lie in the next fragment, which the decoder has begun', () => {
    const [damaged, recording] = [new DamagedMedia(), playlist()];
    expect(damaged.add(recording, 3.8, 1)).toBe(2);
    expect(gaps(recording)).toEqual([1, 2]);
  });

  it('is as many fragments of a recording as the ladder says, and one of a live stream', () => {
    expect(new DamagedMedia().add(playlist({ count: 20 }), 5, 4)).toBe(5);
    expect(new DamagedMedia().add(playlist({ count: 20, live: true }), 5, 4)).toBe(2);
  });

  it('reaches to the end of a recording at most, where playing ends', () => {
    const [damaged, recording] = [new DamagedMedia(), playlist()];
    expect(damaged.add(recording, 7, 8)).toBe(4);
    expect(startBehind(recording, 4)).toBe(10);
  });

  it.each([true, false])('stays a gap in another playlist of the same time (dates: %s)', (hasDates) => {
    const damaged = new DamagedMedia();
    damaged.add(playlist({ hasDates }), 5, 1);
    const again = playlist({ hasDates });
    damaged.mark(again);
    expect(gaps(again)).toEqual([2]);
  });

  it('is found by its date where the clock of the playlist is another one', () => {
    const damaged = new DamagedMedia();
    damaged.add(playlist({ live: true }), 5, 1);
    const later = playlist({ live: true, from: 2 });
    damaged.mark(later);
    expect(gaps(later)).toEqual([2]);
    const other = playlist({ live: true, level: 1 });
    damaged.mark(other);
    expect(gaps(other)).toEqual([]);
  });

  it('waits at the edge until there is something behind it', () => {
    const damaged = new DamagedMedia();
    const growing = playlist({ live: true, growing: 0.7 });
    expect(damaged.add(growing, 9.9, 1)).toBe(5);
    expect(gaps(growing)).toEqual([4, 5]);
    expect(startBehind(growing, 5)).toBeNull();
    expect(startBehind(playlist({ live: true, count: 6 }), 5)).toBeNull();
    expect(startBehind(playlist({ live: true, count: 6, growing: 0.3 }), 5)).toBe(12);
  });

  it('is unknown outside of the playlist', () => {
    expect(new DamagedMedia().add(playlist(), 60, 1)).toBeNull();
  });
});
