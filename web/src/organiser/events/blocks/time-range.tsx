import { formatDate, formatTime, zoneName } from '../../../ui/time/time.ts';
import type { Times } from './block-times.ts';

interface Props extends Times {
  zone: string;
}

/** "20:00 to 22:30", with the day of the end where it is another one. */
export function clockRange({ startDate, endDate, zone }: Props) {
  const isSameDay = formatDate(startDate, zone) === formatDate(endDate, zone);
  const end = isSameDay
    ? formatTime(endDate, zone)
    : `${formatDate(endDate, zone)}, ${formatTime(endDate, zone)}`;
  return `${formatTime(startDate, zone)} to ${end}`;
}

/** "Sat, 21 Nov 2026, 20:00 to 22:30 CET": on the clocks of the venue. */
export function rangeInWords(props: Props) {
  const { startDate, zone } = props;
  return `${formatDate(startDate, zone)}, ${clockRange(props)} ${zoneName(startDate, zone)}`;
}
