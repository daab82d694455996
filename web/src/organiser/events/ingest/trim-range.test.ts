import { describe, expect, it } from 'vitest';
import { nearestPlace, rangeOf, trimInWords, trimOf, withEnd, withStart } from './trim-range.ts';

const places = [0, 2, 4, 6.5, 8.36];

describe('the range of a trim', () => {
  it('is everything without a trim, and the nearest places of one', () => {
    expect(rangeOf(places, null)).toEqual([0, 4]);
    expect(rangeOf(places, { startSeconds: 2.001, endSeconds: 6.4 })).toEqual([1, 3]);
    expect(trimOf(places, [1, 3])).toEqual({ startSeconds: 2, endSeconds: 6.5 });
    expect(nearestPlace(places, 99)).toBe(4);
  });

  it('keeps at least one place between start and end', () => {
    expect(withStart([0, 2], 4)).toEqual([1, 2]);
    expect(withEnd([2, 4], 0)).toEqual([2, 3]);
    expect(withEnd([1, 2], 4)).toEqual([1, 4]);
  });

  it('is said in minutes and seconds', () => {
    expect(trimInWords({ startSeconds: 4, endSeconds: 3_760.4 })).toBe('0:04 to 1:02:40');
  });
});
