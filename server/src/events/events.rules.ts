import type { Issue } from '../http/problems.ts';
import type { Location } from './events.tables.ts';

/** Of one event (docs/product.md, 5.15). Pages and event streams carry all of them at once. */
export const mostBlocks = 200;
export const tooManyBlocks = `An event has at most ${mostBlocks} blocks.`;

/**
 * The period of an event, block or access must not end before it starts; equal instants are allowed. Without an end
 * it is open.
 * @param sent the fields of the request: the issue points at one of them, not at a stored field.
 */
export function findPeriodIssue(period: Period, sent: Partial<Period> = period): Issue | undefined {
  if (period.endDate == null || !isBefore(period.endDate, period.startDate)) return undefined;
  return sent.endDate == null && sent.startDate !== undefined ? startAfterEnd : endBeforeStart;
}

interface Period {
  startDate: string;
  endDate?: string | null;
}

interface SalePeriod {
  saleStartDate?: string | null;
  saleEndDate?: string | null;
}

/** The sale of a price must not end before it starts. Both ends are optional. */
function findSaleIssue({ saleStartDate, saleEndDate }: SalePeriod, sent: SalePeriod): Issue | undefined {
  if (saleStartDate == null || saleEndDate == null || !isBefore(saleEndDate, saleStartDate)) return undefined;
  return sent.saleEndDate == null
    ? { ...startAfterEnd, pointer: '/saleStartDate' }
    : { ...endBeforeStart, pointer: '/saleEndDate' };
}

/** Every fault of the dates of an event or a block, after a change. */
export function findDateIssues(
  changed: Period & SalePeriod,
  sent: Partial<Period> & SalePeriod = changed,
): Issue[] {
  return [findPeriodIssue(changed, sent), findSaleIssue(changed, sent)].filter(
    (issue) => issue !== undefined,
  );
}

/** Compares to the microsecond, like the database; `Date` has only milliseconds. */
function isBefore(instant: string, other: string): boolean {
  const [[seconds, fraction], [otherSeconds, otherFraction]] = [split(instant), split(other)];
  return seconds === otherSeconds ? fraction < otherFraction : seconds < otherSeconds;
}

/** Equal for equal instants in any notation. */
export function instantKey(instant: string): string {
  const [seconds, fraction] = split(instant);
  return `${seconds}.${fraction}`;
}

/** The whole seconds as a number and the fraction as a sortable text. */
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

/** A location as it is stored: every field is present, null if unknown. */
export function completeLocation(location: Partial<Location> = {}): Location {
  const { name = null, address = null, cityName = null, countryName = null } = location;
  return { name, address, cityName, countryName };
}

/** An update replaces the whole location or leaves it unchanged. */
export function withCompleteLocation<T extends { location?: Partial<Location> }>(changes: T) {
  const { location, ...others } = changes;
  return location === undefined ? others : { ...others, location: completeLocation(location) };
}
