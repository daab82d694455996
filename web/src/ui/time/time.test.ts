import { expect, it, vi } from 'vitest';
import {
  durationInWords,
  formatDateTime,
  formatNearDate,
  formatWeekday,
  isSameWallTime,
  zoneName,
} from './time.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [-5 * second, '0 s'],
  [45 * second, '45 s'],
  [59_001, '1 min'],
  [14 * minute, '14 min'],
  [2 * hour, '2 h'],
  [2 * hour + 14 * minute + 30 * second, '2 h 14 min'],
  [day + 4 * hour, '1 day 4 h'],
  [3 * day + 59 * minute, '3 days'],
])('%i ms are "%s"', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});

it('says the year of a day that is about half a year away', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(formatNearDate('2027-04-20T19:00:00Z', now)).toBe('Tue, 20 Apr');
  expect(formatNearDate('2026-01-20T19:00:00Z', now)).toBe('Tue, 20 Jan 2026');
});

it('formats an instant in a time zone, with its name', () => {
  const instant = '2026-11-20T19:00:00+00:00';
  expect(formatDateTime(instant, 'Europe/Amsterdam')).toBe('Fri, 20 Nov 2026, 20:00');
  expect(zoneName(instant, 'Europe/Amsterdam')).toBe('CET');
  expect(isSameWallTime(instant, 'Europe/Amsterdam', 'Europe/Oslo')).toBe(true);
  expect(isSameWallTime(instant, 'Europe/Amsterdam', 'America/New_York')).toBe(false);
});

it('makes a formatter once, and another one when the device is in another zone', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60);
  const instant = '2027-02-01T19:00:00+00:00';
  for (const _ of Array(100)) formatWeekday(instant);
  expect(made).toHaveBeenCalledTimes(1);
  offset.mockReturnValue(-120);
  formatWeekday(instant);
  expect(made).toHaveBeenCalledTimes(2);
  formatWeekday(instant, 'Asia/Tokyo');
  formatWeekday(instant, 'Asia/Tokyo');
  expect(made).toHaveBeenCalledTimes(3);
});

it('falls back to the local time when the zone is unknown', () => {
  expect(formatDateTime('2026-11-20T19:00:00+00:00', 'Mars/Base')).toContain('2026');
});
