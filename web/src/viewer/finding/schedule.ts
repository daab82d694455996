/**
 * The schedule by day, in the viewer's own zone: a fight night in Tokyo may be on the viewer's Saturday morning. Pure
 * functions; the caller passes the time.
 */

import { type Phase, phaseOf } from '@ringside/rules/event-words';
import { dayName } from '../../ui/time/day-name.ts';
import { formatDate, formatDay, formatWeekday, type Zone } from '../../ui/time/time.ts';
import type { CompetitionItem } from './finding.queries.ts';

/** Until the reader is known, each event has the zone of its hall. */
type ZoneOf = (item: CompetitionItem) => Zone;

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
 * @param zoneOf by default that of the reader's device.
 */
export function scheduleDays(
  items: CompetitionItem[],
  now: number,
  zoneOf: ZoneOf = () => undefined,
): ScheduleDay[] {
  const inPhase = (phase: Phase) => items.filter((item) => phaseOf(item, now) === phase);
  const live = inPhase('live');
  const byDay = new Map<string, CompetitionItem[]>();
  for (const item of inPhase('upcoming')) {
    const date = formatDate(item.startDate, zoneOf(item));
    byDay.set(date, [...(byDay.get(date) ?? []), item]);
  }
  const days = [...byDay].map(([date, ofDay]) => ({
    key: date,
    items: ofDay,
    date: formatDay(ofDay[0]?.startDate ?? now, now, ofDay[0] && zoneOf(ofDay[0])),
    title: titleOf(ofDay, now, zoneOf),
  }));
  return live.length > 0 ? [{ key: 'live', title: 'Live now', date: '', items: live }, ...days] : days;
}

/** Longer ago, the same day of the week may be meant. */
const namedDaysMs = 6 * 86_400_000;

/** "Tue", or "17 Nov" where that is longer ago, for what began on another day than today. */
export function dayBefore(startDate: string, now: number, zone?: Zone): string | undefined {
  if (formatDate(startDate, zone) === formatDate(now, zone)) return undefined;
  const isNear = now - Date.parse(startDate) < namedDaysMs;
  return isNear ? formatWeekday(startDate, zone, 'short') : formatDay(startDate, now, zone);
}

function titleOf(items: CompetitionItem[], now: number, zoneOf: ZoneOf): string {
  const names = items.map((item) => dayName(item.startDate, now, zoneOf(item)));
  if (names.every((name) => name === 'Tonight')) return 'Tonight';
  if (names.includes('Today')) return 'Today';
  return names[0] ?? formatWeekday(items[0]?.startDate ?? now, items[0] && zoneOf(items[0]));
}
