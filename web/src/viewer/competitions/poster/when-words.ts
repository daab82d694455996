/** When an event is, in the words of its page. Pure; the caller passes the time. */

import { phaseOf } from '@ringside/rules/event-words';
import { dayName } from '../../../ui/time/day-name.ts';
import {
  formatDate,
  formatNearDate,
  formatTime,
  isSameWallTime,
  type Zone,
  zoneName,
} from '../../../ui/time/time.ts';

interface Dates {
  startDate: string;
  endDate: string;
  /** The zone of the venue. */
  timezone: string;
}

interface Reading {
  now: number;
  /** Of the reader; undefined: their device. */
  zone?: Zone;
}

/** A night may end in the morning. Longer than this it is several days. */
const oneNightMs = 18 * 3_600_000;

/** "Tonight, 20:00 – 23:30", "Sat, 21 Nov, 20:00 – 23:30", for several days both dates; once it is over, only the start. */
export function whenWords({ startDate, endDate }: Dates, { now, zone }: Reading): string {
  const date = formatNearDate(startDate, now, zone);
  const time = formatTime(startDate, zone);
  if (phaseOf({ startDate, endDate }, now) === 'past') return `${date}, ${time}`;
  const isOneNight = Date.parse(endDate) - Date.parse(startDate) <= oneNightMs;
  const end = isOneNight ? formatTime(endDate, zone) : formatNearDate(endDate, now, zone);
  return `${dayName(startDate, now, zone) ?? date}, ${time} – ${end}`;
}

/** What the line beneath adds: the date behind "Tonight", and the time at the venue where its clocks differ; else empty. */
export function whenDetails({ startDate, timezone }: Dates, { now, zone }: Reading): string {
  const date = dayName(startDate, now, zone) ? formatNearDate(startDate, now, zone) : '';
  return [date, venueWords(startDate, timezone, { now, zone })].filter(Boolean).join(' · ');
}

/** "14:00 EST at the venue", with the date where it is another one. */
function venueWords(instant: string, venue: string, { now, zone }: Reading): string {
  if (isSameWallTime(instant, venue, zone)) return '';
  const isSameDay = formatDate(instant, zone) === formatDate(instant, venue);
  const time = formatTime(instant, venue);
  const wallTime = isSameDay ? time : `${formatNearDate(instant, now, venue)}, ${time}`;
  return `${wallTime} ${zoneName(instant, venue)} at the venue`;
}
