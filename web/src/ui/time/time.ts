/**
 * Dates and times as text. Instants are ISO date-times or milliseconds. A place is an IANA zone, whose words are those of the
 * reader's device; a `Reader` (`use-reader.ts`); or undefined for the device of the reader in all.
 */

import { locales } from '../locales.ts';

/** Whose clock and whose language. */
export interface Reader {
  zone: string;
  locales: readonly string[];
}

export type Place = string | Reader | undefined;

/** "2 h 14 min", "3 days 4 h", "45 s": the two largest parts, never negative. */
export function durationInWords(ms: number) {
  const totalSeconds = Math.max(0, Math.ceil(ms / 1000));
  if (totalSeconds < 60) return `${totalSeconds} s`;
  const totalMinutes = Math.floor(totalSeconds / 60);
  const days = Math.floor(totalMinutes / 1440);
  const hours = Math.floor((totalMinutes % 1440) / 60);
  const minutes = totalMinutes % 60;
  if (days > 0) return join(`${days} ${days === 1 ? 'day' : 'days'}`, hours, 'h');
  return hours > 0 ? join(`${hours} h`, minutes, 'min') : `${minutes} min`;
}

function join(first: string, count: number, unit: string) {
  return count > 0 ? `${first} ${count} ${unit}` : first;
}

/** "Sat, 21 Nov 2026" */
export function formatDate(instant: string | number, place?: Place) {
  return format(instant, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, place);
}

/** "Saturday", or "Sat" */
export function formatWeekday(instant: string | number, place?: Place, weekday: 'long' | 'short' = 'long') {
  return format(instant, { weekday }, place);
}

/** Nearer than about half a year, nobody takes a date for one of another year. */
const nearMs = 183 * 86_400_000;

/** "21 Nov", or "21 Nov 2025" where that is far from now. */
export function formatDay(instant: string | number, now: number, place?: Place) {
  const isNear = Math.abs(new Date(instant).getTime() - now) < nearMs;
  const year = isNear ? {} : { year: 'numeric' as const };
  return format(instant, { day: 'numeric', month: 'short', ...year }, place);
}

/** "Sat, 21 Nov", or "Fri, 21 Nov 2025" where that is far from now. */
export function formatNearDate(instant: string | number, now: number, place?: Place) {
  return `${formatWeekday(instant, place, 'short')}, ${formatDay(instant, now, place)}`;
}

/** "20:00", or "8:00 PM" */
export function formatTime(instant: string | number, place?: Place) {
  return format(instant, { timeStyle: 'short' }, place);
}

/** "Sat, 21 Nov 2026, 20:00" */
export function formatDateTime(instant: string | number, place?: Place) {
  return `${formatDate(instant, place)}, ${formatTime(instant, place)}`;
}

/** "CET" or "GMT+1": the zone's short name at that instant. */
export function zoneName(instant: string | number, place?: Place) {
  const parts = formatterOf({ timeZoneName: 'short' }, place).formatToParts(new Date(instant));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** True when the clocks of both places show the same time at that instant. */
export function isSameWallTime(instant: string | number, place: Place, other?: Place) {
  const clock = (at: Place) => {
    const zone = typeof at === 'object' ? at.zone : at;
    return format(instant, { dateStyle: 'short', timeStyle: 'short', timeZone: zone }, undefined, ['en-GB']);
  };
  return clock(place) === clock(other);
}

/** As the options say. An unknown time zone must not break a page; it falls back to the viewer's zone. */
export function format(
  instant: string | number,
  options: Intl.DateTimeFormatOptions,
  place?: Place,
  language?: readonly string[],
) {
  try {
    return formatterOf(options, place, language).format(new Date(instant));
  } catch {
    return formatterOf({ ...options, timeZone: undefined }, undefined, language).format(new Date(instant));
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes much longer than using it, and the words of a page are made anew every second. */
function formatterOf(options: Intl.DateTimeFormatOptions, place: Place, language?: readonly string[]) {
  const { zone: timeZone = options.timeZone, locales: own = language ?? locales } =
    typeof place === 'object' ? place : { zone: place };
  // The device may be in another zone later.
  const key = JSON.stringify([timeZone ?? new Date().getTimezoneOffset(), own, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(own, { ...options, timeZone });
  formatters.set(key, formatter);
  return formatter;
}
