/**
 * Dates and times as text. Instants are ISO date-times or milliseconds. A zone is the name of an IANA zone, in the language of
 * the device; a `Reader`, which has a language too; or undefined for the zone and the language of the device.
 */

import { locales } from '../locales.ts';

export interface Reader {
  /** Undefined: that of the device. */
  zone: string | undefined;
  locales: readonly string[];
}

export type Zone = string | Reader | undefined;

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
export function formatDate(instant: string | number, zone?: Zone) {
  return format(instant, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, zone);
}

/** "Saturday", or "Sat" */
export function formatWeekday(instant: string | number, zone?: Zone, weekday: 'long' | 'short' = 'long') {
  return format(instant, { weekday }, zone);
}

/** Nearer than about half a year, nobody takes a date for one of another year. */
const nearMs = 183 * 86_400_000;

/** "21 Nov", or "21 Nov 2025" where that is far from now. */
export function formatDay(instant: string | number, now: number, zone?: Zone) {
  const isNear = Math.abs(new Date(instant).getTime() - now) < nearMs;
  const year = isNear ? {} : { year: 'numeric' as const };
  return format(instant, { day: 'numeric', month: 'short', ...year }, zone);
}

/** "Sat, 21 Nov", or "Fri, 21 Nov 2025" where that is far from now. */
export function formatNearDate(instant: string | number, now: number, zone?: Zone) {
  return `${formatWeekday(instant, zone, 'short')}, ${formatDay(instant, now, zone)}`;
}

/** "20:00", or "8:00 PM" */
export function formatTime(instant: string | number, zone?: Zone) {
  return format(instant, { timeStyle: 'short' }, zone);
}

/** "Sat, 21 Nov 2026, 20:00" */
export function formatDateTime(instant: string | number, zone?: Zone) {
  return `${formatDate(instant, zone)}, ${formatTime(instant, zone)}`;
}

/** "CET" or "GMT+1": the zone's short name at that instant. */
export function zoneName(instant: string | number, zone?: string) {
  const formatter = formatterOf({ timeZoneName: 'short' }, { zone, locales });
  const parts = formatter.formatToParts(new Date(instant));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** True when the clocks of both zones show the same time at that instant. */
export function isSameWallTime(instant: string | number, zone: Zone, other?: Zone) {
  const clock = (at: Zone) =>
    formatDateTime(instant, { zone: typeof at === 'object' ? at.zone : at, locales: ['en-GB'] });
  return clock(zone) === clock(other);
}

/** As the options say. An unknown time zone must not break a page; it falls back to the viewer's zone. */
export function format(instant: string | number, options: Intl.DateTimeFormatOptions, zone?: Zone) {
  const reader = typeof zone === 'object' ? zone : { zone, locales };
  try {
    return formatterOf(options, reader).format(new Date(instant));
  } catch {
    return formatterOf(options, { ...reader, zone: undefined }).format(new Date(instant));
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes much longer than using it, and the words of a page are made anew every second. */
function formatterOf(options: Intl.DateTimeFormatOptions, { zone, locales: languages }: Reader) {
  // The device may be in another zone later.
  const key = JSON.stringify([zone ?? new Date().getTimezoneOffset(), languages, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(languages, { ...options, timeZone: zone });
  formatters.set(key, formatter);
  return formatter;
}
