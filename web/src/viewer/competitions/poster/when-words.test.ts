import { describe, expect, it } from 'vitest';
import { whenDetails, whenWords } from './when-words.ts';

const amsterdam = 'Europe/Amsterdam';
const night = { startDate: '2026-11-21T19:00:00Z', endDate: '2026-11-21T22:30:00Z', timezone: amsterdam };
const at = (now: string, zone = amsterdam) => ({ now: Date.parse(now), zone });

// docs/product.md, 36.3.
describe('when an event is', () => {
  it.each([
    ['2026-11-10T12:00:00Z', 'Sat, 21 Nov, 20:00 – 23:30'],
    // Far away, the year is said.
    ['2026-05-10T12:00:00Z', 'Sat, 21 Nov 2026, 20:00 – 23:30'],
    ['2027-11-10T12:00:00Z', 'Sat, 21 Nov 2026, 20:00'],
    ['2026-11-20T12:00:00Z', 'Tomorrow, 20:00 – 23:30'],
    ['2026-11-21T05:00:00Z', 'Tonight, 20:00 – 23:30'],
    ['2026-11-21T20:00:00Z', 'Tonight, 20:00 – 23:30'],
    // Once it is over nobody has to come, and nothing tells how long it was.
    ['2026-11-21T22:30:00Z', 'Sat, 21 Nov, 20:00'],
  ])('at %s: %s', (now, words) => {
    expect(whenWords(night, at(now))).toBe(words);
  });

  it('is today in the afternoon, and on the clock of the reader', () => {
    const matinee = { ...night, startDate: '2026-11-21T13:00:00Z' };
    expect(whenWords(matinee, at('2026-11-21T08:00:00Z'))).toBe('Today, 14:00 – 23:30');
    expect(whenWords(night, at('2026-11-21T05:00:00Z', 'Asia/Tokyo'))).toBe('Tomorrow, 04:00 – 07:30');
  });

  it('has both dates when it takes several days', () => {
    const weekend = { ...night, endDate: '2026-11-23T15:00:00Z' };
    expect(whenWords(weekend, at('2026-11-10T12:00:00Z'))).toBe('Sat, 21 Nov, 20:00 – Mon, 23 Nov');
  });

  it('says tomorrow on the day before the clocks change', () => {
    const change = { ...night, startDate: '2026-10-25T19:00:00Z', endDate: '2026-10-25T22:00:00Z' };
    expect(whenWords(change, at('2026-10-24T21:59:00Z'))).toBe('Tomorrow, 20:00 – 23:00');
    expect(whenWords(change, at('2026-10-24T22:00:00Z'))).toBe('Tonight, 20:00 – 23:00');
  });
});

describe('the line beneath', () => {
  it.each([
    ['2026-11-10T12:00:00Z', amsterdam, ''],
    ['2026-11-21T12:00:00Z', amsterdam, 'Sat, 21 Nov'],
    ['2026-11-10T12:00:00Z', 'America/New_York', '20:00 GMT+1 at the venue'],
    ['2026-11-21T12:00:00Z', 'America/New_York', 'Sat, 21 Nov · 20:00 GMT+1 at the venue'],
    // Sunday morning for the reader is Saturday evening in the hall.
    ['2026-11-10T12:00:00Z', 'Asia/Tokyo', 'Sat, 21 Nov, 20:00 GMT+1 at the venue'],
  ])('at %s in %s: %s', (now, zone, words) => {
    expect(whenDetails(night, at(now, zone)).replace('CET', 'GMT+1')).toBe(words);
  });
});
