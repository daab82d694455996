import { format, formatDate, type Zone } from './time.ts';

export type DayName = 'Today' | 'Tonight' | 'Tomorrow';

/** Nobody calls an afternoon tonight. */
const eveningHour = '17';
const hourMs = 3_600_000;

/**
 * What people call the day of an instant that is near; undefined for other days. Pure.
 * @param zone of the reader.
 */
export function dayName(instant: string | number, now: number, zone?: Zone): DayName | undefined {
  const [date, today] = [formatDate(instant, zone), formatDate(now, zone)];
  if (date === today) return hourOf(instant, zone) >= eveningHour ? 'Tonight' : 'Today';
  // A day has 23 or 25 hours when the clocks change.
  let next = now;
  while (formatDate(next, zone) === today) next += hourMs;
  return date === formatDate(next, zone) ? 'Tomorrow' : undefined;
}

/** "09", or "18 Uhr": a clock of 24 hours in Latin digits, whatever the locale writes, so that hours compare as texts. */
function hourOf(instant: string | number, zone?: Zone) {
  return format(instant, { hour: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' }, zone);
}
