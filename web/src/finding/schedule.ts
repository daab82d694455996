/**
 * The schedule by day, in the viewer's own zone: a fight night in Tokyo may be on the viewer's Saturday morning. Pure
 * functions; the caller passes the time.
 */

import { type Phase, phaseOf } from '@ringside/openapi/checks/event-words';
import { dayName } from '../ui/time/day-name.ts';
import { formatDate, formatDay, formatWeekday, type Place } from '../ui/time/time.ts';
import type { CompetitionItem } from './finding.queries.ts';

/** Whose clock an event is on: before the reader is known, that of its hall. */
type PlaceOf = (item: CompetitionItem) => Place;

export interface ScheduleDay {
  key: string;
  /** "Live now", "Tonight", "Today", "Tomorrow", or the day of the week. */
  title: string;
  /** "22 Nov", or empty where the title says enough. */
  date: string;
  items: CompetitionItem[];
}

/**
 * @param items in order of their start. What is over is left out, and what is live stands first.
 * @param placeOf of the reader; by default their device.
 */
export function scheduleDays(
  items: CompetitionItem[],
  now: number,
  placeOf: PlaceOf = () => undefined,
): ScheduleDay[] {
  const inPhase = (phase: Phase) => items.filter((item) => phaseOf(item, now) === phase);
  const live = inPhase('live');
  const byDay = Map.groupBy(inPhase('upcoming'), (item) => formatDate(item.startDate, placeOf(item)));
  const days = [...byDay].map(([date, ofDay]) => ({
    ...{ key: date, items: ofDay },
    date: formatDay(ofDay[0]?.startDate ?? now, now, ofDay[0] && placeOf(ofDay[0])),
    title: titleOf(ofDay, now, placeOf),
  }));
  return live.length > 0 ? [{ key: 'live', title: 'Live now', date: '', items: live }, ...days] : days;
}

/** Longer ago, the same day of the week may be meant. */
const namedDaysMs = 6 * 86_400_000;

/** "Tue", or "17 Nov" where that is longer ago, for what began on another day than today. */
export function dayBefore(startDate: string, now: number, place?: Place): string | undefined {
  if (formatDate(startDate, place) === formatDate(now, place)) return undefined;
  const isNear = now - Date.parse(startDate) < namedDaysMs;
  return isNear ? formatWeekday(startDate, place, 'short') : formatDay(startDate, now, place);
}

function titleOf(items: CompetitionItem[], now: number, placeOf: PlaceOf): string {
  const names = items.map((item) => dayName(item.startDate, now, placeOf(item)));
  if (names.every((name) => name === 'Tonight')) return 'Tonight';
  if (names.includes('Today')) return 'Today';
  return names[0] ?? formatWeekday(items[0]?.startDate ?? now, items[0] && placeOf(items[0]));
}
