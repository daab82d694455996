import { formatDate, formatTime } from './time.ts';

export type DayName = 'Today' | 'Tonight' | 'Tomorrow';

/** Nobody calls an afternoon tonight. */
const eveningTime = '17:00';
const hourMs = 3_600_000;

/**
 * What people call the day of an instant that is near; undefined for other days. Pure.
 * @param zone that of the reader; undefined: the one of their device.
 */
export function dayName(instant: string | number, now: number, zone?: string): DayName | undefined {
  const [date, today] = [formatDate(instant, zone), formatDate(now, zone)];
  if (date === today) return formatTime(instant, zone) >= eveningTime ? 'Tonight' : 'Today';
  // A day has 23 or 25 hours when the clocks change.
  const hours = [...Array(26).keys()].map((hour) => formatDate(now + hour * hourMs, zone));
  return date === hours.find((each) => each !== today) ? 'Tomorrow' : undefined;
}
