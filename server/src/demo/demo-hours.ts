/** Hours on a clock at the venue, so that the demo's fight nights are nights whatever the hour of the start. */
const hour = 3_600_000;
const day = 24 * hour;

/** What the clocks of the zone show, as if it were UTC. */
function wallClock(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const [year = 0, month = 1, date = 1, hours = 0, minutes = 0, seconds = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((wanted) => Number(parts.find(({ type }) => type === wanted)?.value));
  return Date.UTC(year, month - 1, date, hours, minutes, seconds);
}

/**
 * @param days from the day that it is at the venue; may be negative.
 * @param hours on the clock there.
 * @returns milliseconds since 1970.
 */
export function atVenue(zone: string, now: number, days: number, hours: number): number {
  const midnight = Math.floor(wallClock(zone, now) / day) * day;
  const wall = midnight + days * day + hours * hour;
  const guess = wall - (wallClock(zone, now) - Math.floor(now / 1000) * 1000);
  // The clocks may have been changed between now and then.
  return guess - (wallClock(zone, guess) - wall);
}

/** The last time that the clocks there showed this hour. @returns milliseconds since 1970, at most `now`. */
export function lastAtVenue(zone: string, now: number, hours: number): number {
  const today = atVenue(zone, now, 0, hours);
  return today <= now ? today : atVenue(zone, now, -1, hours);
}

/** The next time that the clocks there show this hour. @returns milliseconds since 1970, at least `from`. */
export function nextAtVenue(zone: string, from: number, hours: number): number {
  const today = atVenue(zone, from, 0, hours);
  return today >= from ? today : atVenue(zone, from, 1, hours);
}
