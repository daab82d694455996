import { describe, expect, it } from 'vitest';
import { isLongName, phaseOf, placeOf } from './event-words.ts';

describe('phaseOf', () => {
  const dates = { startDate: '2026-11-20T19:00:00+00:00', endDate: '2026-11-20T23:00:00+00:00' };
  it.each([
    ['2026-11-20T18:59:59Z', 'upcoming'],
    ['2026-11-20T19:00:00Z', 'live'],
    ['2026-11-20T22:59:59Z', 'live'],
    ['2026-11-20T23:00:00Z', 'past'],
  ])('at %s it is %s', (now, phase) => {
    expect(phaseOf(dates, Date.parse(now))).toBe(phase);
  });
});

it.each([
  [{ name: 'Ahoy', cityName: 'Rotterdam', countryName: 'Netherlands' }, 'Ahoy, Rotterdam'],
  [{ name: null, cityName: null, countryName: 'Netherlands' }, 'Netherlands'],
  [{ name: null, cityName: null, countryName: null }, ''],
])('a place is its venue and its city, or its country: %j', (location, words) => {
  expect(placeOf(location)).toBe(words);
});

it('a name is long from 49 signs', () => {
  expect([isLongName('x'.repeat(48)), isLongName('x'.repeat(49))]).toEqual([false, true]);
});
