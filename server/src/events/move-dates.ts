/**
 * Moves dates by days of the calendar, in the zone of an event: 20:00 stays 20:00 across a change to summer time.
 * In JavaScript, with `temporal-polyfill` until Node has Temporal: `at time zone` in SQL has another list of zones
 * than the contract's check, and moves the hour that autumn repeats even by no day.
 */
import { Temporal } from 'temporal-polyfill';

interface Period {
  startDate: string;
  endDate: string;
}

/**
 * A wall time that does not exist on the new day, because the clocks are set forward, becomes the one an hour later.
 * @returns undefined when a date would leave the years 1 to 9999.
 */
export function movePeriod(period: Period, days: number, timezone: string): Period | undefined {
  const before = [period.startDate, period.endDate].map((date) => Temporal.Instant.from(date));
  const [start, end] = before.map((instant) => moveInstant(instant, days, timezone));
  const [oldStart, oldEnd] = before;
  if (!start || !end || !oldStart || !oldEnd) return undefined;
  // A period within the hour that autumn repeats can turn round: then it keeps its length.
  const isTurned = Temporal.Instant.compare(end, start) < 0;
  const newEnd = isTurned ? start.add(oldStart.until(oldEnd)) : end;
  if (!isStorable(start) || !isStorable(newEnd)) return undefined;
  return { startDate: start.toString(), endDate: newEnd.toString() };
}

interface SalePeriod {
  saleStartDate: string | null;
  saleEndDate: string | null;
}

/** Like `movePeriod`, for a period that may be open at both ends. */
export function moveSale(sale: SalePeriod, days: number, timezone: string): SalePeriod | undefined {
  const { saleStartDate, saleEndDate } = sale;
  const only = saleStartDate ?? saleEndDate;
  if (only === null) return { saleStartDate, saleEndDate };
  const period = { startDate: saleStartDate ?? only, endDate: saleEndDate ?? only };
  const moved = movePeriod(period, days, timezone);
  return (
    moved && {
      saleStartDate: saleStartDate && moved.startDate,
      saleEndDate: saleEndDate && moved.endDate,
    }
  );
}

function moveInstant(instant: Temporal.Instant, days: number, timezone: string) {
  return instant.toZonedDateTimeISO(timezone).add({ days }).toInstant();
}

function isStorable(instant: Temporal.Instant): boolean {
  const { year } = instant.toZonedDateTimeISO('UTC');
  return year >= 1 && year <= 9999;
}
