import { Temporal } from 'temporal-polyfill';

const zones = ['Europe/Amsterdam', 'America/New_York', 'Australia/Sydney'];

export interface ClockChange {
  zone: string;
  /** The day on which the clocks of the zone change. */
  day: Temporal.PlainDate;
  today: Temporal.PlainDate;
}

/** The next change of summer time in any of the zones: an event that is on today can reach beyond it. */
export function nextClockChange(): ClockChange {
  const now = Temporal.Now.instant();
  const changes = zones.flatMap((zone) => {
    const here = now.toZonedDateTimeISO(zone);
    const change = here.getTimeZoneTransition('next');
    return change ? [{ zone, day: change.toPlainDate(), today: here.toPlainDate(), at: change }] : [];
  });
  const [first] = changes.sort((a, b) => Temporal.ZonedDateTime.compare(a.at, b.at));
  if (!first) throw new Error('This time zone database knows no change of summer time.');
  return first;
}

/** The instant of a clock in the zone, as the contract writes it without its fraction. */
export function instantOf(day: Temporal.PlainDate, time: string, zone: string): number {
  return day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
}
