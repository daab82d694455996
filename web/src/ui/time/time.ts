/** Dates and times as text. Instants are ISO date-times or milliseconds; time zones are IANA names. */

import { locales } from '../locales.ts';

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
export function formatDate(instant: string | number, timeZone?: string) {
  return format(instant, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone });
}

/** "Saturday", or "Sat" */
export function formatWeekday(
  instant: string | number,
  timeZone?: string,
  weekday: 'long' | 'short' = 'long',
) {
  return format(instant, { weekday, timeZone });
}

/** Nearer than about half a year, nobody takes a date for one of another year. */
const nearMs = 183 * 86_400_000;

/** "21 Nov", or "21 Nov 2025" where that is far from now. */
export function formatDay(instant: string | number, now: number, timeZone?: string) {
  const isNear = Math.abs(new Date(instant).getTime() - now) < nearMs;
  const year = isNear ? {} : { year: 'numeric' as const };
  return format(instant, { day: 'numeric', month: 'short', ...year, timeZone });
}

/** "Sat, 21 Nov", or "Fri, 21 Nov 2025" where that is far from now. */
export function formatNearDate(instant: string | number, now: number, timeZone?: string) {
  return `${formatWeekday(instant, timeZone, 'short')}, ${formatDay(instant, now, timeZone)}`;
}

/** "20:00", or "8:00 PM" */
export function formatTime(instant: string | number, timeZone?: string) {
  return format(instant, { timeStyle: 'short', timeZone });
}

/** "Sat, 21 Nov 2026, 20:00" */
export function formatDateTime(instant: string | number, timeZone?: string) {
  return `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** "CET" or "GMT+1": the zone's short name at that instant. */
export function zoneName(instant: string | number, timeZone?: string) {
  const parts = formatterOf({ timeZoneName: 'short', timeZone }).formatToParts(new Date(instant));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** True when the clocks of both zones show the same time at that instant. */
export function isSameWallTime(instant: string | number, zone: string, other?: string) {
  return formatDateTime(instant, zone) === formatDateTime(instant, other);
}

/** As the options say. An unknown time zone must not break a page; it falls back to the viewer's zone. */
export function format(instant: string | number, options: Intl.DateTimeFormatOptions) {
  try {
    return formatterOf(options).format(new Date(instant));
  } catch {
    return formatterOf({ ...options, timeZone: undefined }).format(new Date(instant));
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes much longer than using it, and the words of a page are made anew every second. */
function formatterOf(options: Intl.DateTimeFormatOptions) {
  // The device may be in another zone later.
  const zone = options.timeZone ?? new Date().getTimezoneOffset();
  const key = JSON.stringify([zone, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locales, options);
  formatters.set(key, formatter);
  return formatter;
}
