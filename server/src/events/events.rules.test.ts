import { describe, expect, it } from 'vitest';
import { completeLocation, findPeriodIssue, withCompleteLocation } from './events.rules.ts';

describe('findPeriodIssue', () => {
  it.each([
    ['2026-11-21T19:00:00+01:00', '2026-11-21T23:00:00+01:00', true],
    ['2026-11-21T19:00:00+01:00', '2026-11-21T18:00:00Z', true],
    ['2026-11-21T19:00:00+01:00', '2026-11-21T17:59:59Z', false],
    // In order as texts, but not as instants.
    ['2026-11-21T10:00:00-05:00', '2026-11-21T14:00:00Z', false],
    // The stored form, to the microsecond.
    ['2026-11-21T18:00:00.123456+00:00', '2026-11-21T18:00:00.2+00:00', true],
    ['2026-11-21T18:00:00.123456+00:00', '2026-11-21T18:00:00.123455+00:00', false],
    ['2026-11-21T18:00:00.5Z', '2026-11-21T19:00:00.499999+01:00', false],
    ['2026-11-21T18:00:00.5z', '2026-11-21t19:00:00.500000+01:00', true],
    ['2026-11-21T18:00:00.1Z', '2026-11-21T18:00:00Z', false],
    // An access may be open-ended.
    ['2026-11-21T19:00:00+01:00', null, true],
    ['2026-11-21T19:00:00+01:00', undefined, true],
  ])('reads %s to %s as a period: %s', (startDate, endDate, isPeriod) => {
    expect(findPeriodIssue({ startDate, endDate }) === undefined).toBe(isPeriod);
  });
});

describe('the issue of a period that ends before it starts', () => {
  const period = { startDate: '2026-11-21T19:00:00Z', endDate: '2026-11-21T18:00:00Z' };
  const { startDate, endDate } = period;

  it.each([
    [period, '/endDate'],
    [{ endDate }, '/endDate'],
    [{ startDate }, '/startDate'],
  ])('when %j was sent, points at %s', (sent, pointer) => {
    expect(findPeriodIssue(period, sent)?.pointer).toBe(pointer);
  });
});

describe('completeLocation', () => {
  const nowhere = { name: null, address: null, cityName: null, countryName: null };

  it('returns every part, with null for unknown ones', () => {
    expect(completeLocation()).toEqual(nowhere);
    expect(completeLocation({ cityName: 'Rotterdam' })).toEqual({ ...nowhere, cityName: 'Rotterdam' });
  });

  it('adds no location to an update without one', () => {
    const changes: { name: string; location?: object } = { name: 'Gala' };
    expect(withCompleteLocation(changes)).toEqual({ name: 'Gala' });
    expect(withCompleteLocation({ location: {} })).toEqual({ location: nowhere });
  });
});
