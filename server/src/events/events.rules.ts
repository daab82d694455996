import type { Issue } from '../http/problems.ts';
import type { Location } from './events.tables.ts';

/**
 * The period of an event, block or access must not run backwards; equal instants are an announcement without a length.
 * Without an end it is open.
 * @param sent what the caller said of it: the issue points at a field of his, not at one that was stored before.
 */
export function findPeriodIssue(period: Period, sent: Partial<Period> = period): Issue | undefined {
  if (period.endDate == null || !isBefore(period.endDate, period.startDate)) return undefined;
  return sent.endDate == null && sent.startDate !== undefined ? startAfterEnd : endBeforeStart;
}

interface Period {
  startDate: string;
  endDate?: string | null;
}

/** To the microsecond, as the database compares them; `Date` knows only milliseconds. */
function isBefore(instant: string, other: string): boolean {
  const [[seconds, fraction], [otherSeconds, otherFraction]] = [split(instant), split(other)];
  return seconds === otherSeconds ? fraction < otherFraction : seconds < otherSeconds;
}

/** The same for the same instant, however it is written. */
export function instantKey(instant: string): string {
  const [seconds, fraction] = split(instant);
  return `${seconds}.${fraction}`;
}

/** Whole seconds as a number and the rest as a text that sorts. */
function split(instant: string): [seconds: number, fraction: string] {
  const [, before = instant, fraction = '', offset = ''] = /^(.*)\.(\d+)(.*)$/.exec(instant) ?? [];
  return [Date.parse(`${before}${offset}`.toUpperCase()), fraction.padEnd(6, '0')];
}

const endBeforeStart: Issue = {
  detail: 'Must not be before the start.',
  pointer: '/endDate',
  location: 'body',
};

const startAfterEnd: Issue = {
  detail: 'Must not be after the end.',
  pointer: '/startDate',
  location: 'body',
};

/** A place as it is stored: every part there, null where it is not known. */
export function completeLocation(location: Partial<Location> = {}): Location {
  const { name = null, address = null, cityName = null, countryName = null } = location;
  return { name, address, cityName, countryName };
}

/** An update replaces the place as a whole, or leaves it. */
export function withCompleteLocation<T extends { location?: Partial<Location> }>(changes: T) {
  const { location, ...others } = changes;
  return location === undefined ? others : { ...others, location: completeLocation(location) };
}
