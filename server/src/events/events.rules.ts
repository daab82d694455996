import type { Issue } from '../http/problems.ts';
import type { Location } from './events.tables.ts';

/**
 * The period of an event, block or access must not run backwards; equal instants are an announcement without a length.
 * Without an end it is open.
 */
export function findPeriodIssue(period: { startDate: string; endDate?: string | null }): Issue | undefined {
  return period.endDate != null && Date.parse(period.endDate) < Date.parse(period.startDate)
    ? endBeforeStart
    : undefined;
}

export const endBeforeStart: Issue = {
  detail: 'Must not be before the start.',
  pointer: '/endDate',
  location: 'body',
};

export const slugTakenByEvent: Issue = {
  detail: 'Another event has this slug already.',
  pointer: '/slug',
  location: 'body',
};

export const slugTakenByBlock: Issue = {
  detail: 'Another block of this event has this slug already.',
  pointer: '/slug',
  location: 'body',
};

export const unknownImage: Issue = {
  detail: 'There is no such image.',
  pointer: '/pictureId',
  location: 'body',
};

export const unknownVideo: Issue = {
  detail: 'The video provider does not know this video.',
  pointer: '/videoId',
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
