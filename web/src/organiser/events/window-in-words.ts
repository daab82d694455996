import { formatDate, formatDateTime, formatTime, zoneName } from '../../ui/time/time.ts';

interface Window {
  startDate: string;
  endDate: string;
  timezone: string;
}

/** "Sat, 21 Nov 2026, 19:00 to 23:30 CET": on the clock of the venue. */
export function windowInWords({ startDate, endDate, timezone }: Window) {
  const isOneDay = formatDate(startDate, timezone) === formatDate(endDate, timezone);
  const end = isOneDay ? formatTime(endDate, timezone) : formatDateTime(endDate, timezone);
  const [startZone, endZone] = [zoneName(startDate, timezone), zoneName(endDate, timezone)];
  const start = formatDateTime(startDate, timezone);
  return `${start}${startZone === endZone ? '' : ` ${startZone}`} to ${end} ${endZone}`;
}
