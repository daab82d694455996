/** The current time in the examples: half an hour after the main card starts. */
const exampleNow = Date.parse('2026-11-21T20:30:00Z');

const isoDate = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|\+00:00)/g;
const cookieDate = /Expires=([A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)/g;
/** The expiry in a signed address, in seconds since 1970. */
const mediaExpiry = /(\/media\/hls\/[\w-]+\/)(\d{10})(?=\/)/g;

/** Cookies are cleared by a date in the past. */
const clearing = Date.parse('1970-01-01T00:00:00Z');

/**
 * Moves the dates of an answer to around `now`, so that the mock always shows a live event, however long it runs.
 * @param text a body or a cookie; @param now in milliseconds since 1970.
 */
export function shiftDates(text: string, now: number): string {
  // Whole minutes, as in real events.
  const shift = Math.round((now - exampleNow) / 60_000) * 60_000;
  const moved = (date: string) => new Date(Date.parse(date) + shift);
  return text
    .replace(isoDate, (date) => moved(date).toISOString().replace('.000Z', '+00:00'))
    .replace(cookieDate, (whole, date: string) =>
      Date.parse(date) === clearing ? whole : `Expires=${moved(date).toUTCString()}`,
    )
    .replace(
      mediaExpiry,
      (_, before: string, seconds: string) => `${before}${Number(seconds) + shift / 1000}`,
    );
}
