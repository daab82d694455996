import { formatDate, formatDateTime, formatTime, isSameWallTime, zoneName } from './time.ts';

interface Props {
  /** An ISO date-time of the contract. */
  instant: string;
  /** The venue's time zone; its time is added when it differs from the viewer's. */
  venueZone?: string;
  className?: string;
}

/** "Sat, 21 Nov 2026, 20:00" for the viewer, plus "(14:00 EST at the venue)" when that time differs. */
export function DateTime({ instant, venueZone, className }: Props) {
  return (
    <span className={className}>
      <time dateTime={instant}>{formatDateTime(instant)}</time>
      <InBrackets instant={instant} venueZone={venueZone} />
    </span>
  );
}

function InBrackets({ instant, venueZone }: Props) {
  const words = venueTime(instant, venueZone);
  return words === '' ? null : ` (${words})`;
}

/** "14:00 EST at the venue"; nothing where the viewer's clock shows the same. */
export function VenueTime({ instant, venueZone }: Props) {
  return venueTime(instant, venueZone);
}

function venueTime(instant: string, venueZone: string | undefined) {
  if (!venueZone || isSameWallTime(instant, venueZone)) return '';
  const isSameDay = formatDate(instant) === formatDate(instant, venueZone);
  const wallTime = isSameDay ? formatTime(instant, venueZone) : formatDateTime(instant, venueZone);
  return `${wallTime} ${zoneName(instant, venueZone)} at the venue`;
}
