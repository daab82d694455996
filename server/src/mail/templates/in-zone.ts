/**
 * A time in a mail, on the clock of the venue.
 * @param instant of the contract. @returns for example "21 November 2026 at 19:00 (Europe/Amsterdam)"; `full` adds the weekday.
 */
export function inZone(instant: string, timeZone: string, dateStyle: 'full' | 'long'): string {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle, timeStyle: 'short', timeZone });
  return `${text.format(new Date(instant))} (${timeZone})`;
}
