/**
 * The format `date-time` (RFC 3339), limited to what the database can store: years 1 to 9999 in UTC, because it prints
 * other years in another form, and microseconds, because it rounds anything finer. Leap seconds are refused: no rule
 * could calculate with them.
 */
const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/i;

const first = Date.parse('0001-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

export function isDateTime(text: string): boolean {
  const [, year, month, day] = dateTime.exec(text) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return false;
  const instant = Date.parse(text.toUpperCase());
  return instant >= first && instant <= last;
}

/** Whether the Gregorian calendar has this day; `Date` would carry a 31st of June over into July. */
function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}
