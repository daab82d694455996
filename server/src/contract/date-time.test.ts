import { describe, expect, it } from 'vitest';
import { isDateTime } from './date-time.ts';

describe('isDateTime', () => {
  it.each([
    '2027-06-01T19:00:00Z',
    '2027-06-01T19:00:00+02:00',
    '2027-06-01T19:00:00.1-11:00',
    '2027-06-01T19:00:00.123456+05:45',
    '2028-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '9999-12-31T23:59:59+14:00',
    // RFC 3339 allows lower case.
    '2027-06-01t19:00:00z',
    // The clock in Amsterdam skips this local time, but with its offset it is still an instant.
    '2027-03-28T02:30:00+01:00',
  ])('accepts %s', (text) => {
    expect(isDateTime(text)).toBe(true);
  });

  it.each([
    ['no offset', '2027-06-01T19:00:00'],
    ['no time', '2027-06-01'],
    ['a space', '2027-06-01 19:00:00Z'],
    ['no seconds', '2027-06-01T19:00Z'],
    ['a short offset', '2027-06-01T19:00:00+02'],
    ['an offset without a colon', '2027-06-01T19:00:00+0200'],
    ['an offset that no place uses', '2027-06-01T19:00:00+23:59'],
    ['nanoseconds', '2027-06-01T19:00:00.1234567Z'],
    ['a dot without digits', '2027-06-01T19:00:00.Z'],
    ['the hour 24', '2027-06-01T24:00:00Z'],
    ['a leap second', '2027-06-30T23:59:60Z'],
    ['a 29th of February in a common year', '2027-02-29T00:00:00Z'],
    ['a 29th of February in 1900', '1900-02-29T00:00:00Z'],
    ['a 31st of June', '2027-06-31T00:00:00Z'],
    ['a day 0', '2027-06-00T00:00:00Z'],
    ['a month 0', '2027-00-01T00:00:00Z'],
    ['a month 13', '2027-13-01T00:00:00Z'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['the year 0 in UTC', '0001-01-01T00:00:00+00:01'],
    ['the year 10000 in UTC', '9999-12-31T23:59:59-00:01'],
    ['the year 10000', '10000-01-01T00:00:00Z'],
    ['a signed year', '+002027-06-01T19:00:00Z'],
    ['a leading space', ' 2027-06-01T19:00:00Z'],
    ['a trailing line break', '2027-06-01T19:00:00Z\n'],
    ['digits of another script', '２027-06-01T19:00:00Z'],
  ])('refuses %s', (_name, text) => {
    expect(isDateTime(text)).toBe(false);
  });
});
