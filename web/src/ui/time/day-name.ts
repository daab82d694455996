import { format, formatDate, type Place } from './time.ts';

export type DayName = 'Today' | 'Tonight' | 'Tomorrow';

/** Nobody calls an afternoon tonight. */
const eveningHour = '17';
const hourMs = 3_600_000;

/**
 * What people call the day of an instant that is near; undefined for other days. Pure.
 * @param place of the reader.
 */
export function dayName(instant: string | number, now: number, place?: Place): DayName | undefined {
  const [date, today] = [formatDate(instant, place), formatDate(now, place)];
  if (date === today) return hourOf(instant, place) >= eveningHour ? 'Tonight' : 'Today';
  // A day has 23 or 25 hours when the clocks change.
  let next = now;
  while (formatDate(next, place) === today) next += hourMs;
  return date === formatDate(next, place) ? 'Tomorrow' : undefined;
}

/** "09", or "18 Uhr": a clock of 24 hours in Latin digits, whatever the locale writes, so that hours compare as texts. */
function hourOf(instant: string | number, place?: Place) {
  return format(instant, { hour: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' }, place);
}
