import { formatDate, formatDateTime, formatTime, isSameWallTime, zoneName } from './time.ts';
import { useReader } from './use-reader.ts';

interface Props {
  /** An ISO date-time of the contract. */
  instant: string;
  /** The venue's time zone; its time is added when it differs from the viewer's. */
  venueZone?: string;
  /** Where its time is not added: the zone in which the server writes the instant. */
  servedZone?: string;
  className?: string;
}

/** "Sat, 21 Nov 2026, 20:00" for the viewer, plus "(14:00 EST at the venue)" when that time differs. */
export function DateTime({ instant, venueZone, servedZone = venueZone, className }: Props) {
  const reader = useReader(servedZone ?? 'UTC');
  return (
    <span className={className}>
      <time dateTime={instant}>{formatDateTime(instant, reader)}</time>
      <InBrackets instant={instant} venueZone={venueZone} />
    </span>
  );
}

function InBrackets({ instant, venueZone }: Pick<Props, 'instant' | 'venueZone'>) {
  const words = useVenueTime(instant, venueZone);
  return words === '' ? null : ` (${words})`;
}

/** "14:00 EST at the venue"; nothing where the viewer's clock shows the same. */
export function VenueTime({ instant, venueZone }: Pick<Props, 'instant' | 'venueZone'>) {
  return useVenueTime(instant, venueZone);
}

function useVenueTime(instant: string, venueZone: string | undefined) {
  const reader = useReader(venueZone ?? 'UTC');
  if (!venueZone || isSameWallTime(instant, venueZone, reader)) return '';
  const isSameDay = formatDate(instant) === formatDate(instant, venueZone);
  const wallTime = isSameDay ? formatTime(instant, venueZone) : formatDateTime(instant, venueZone);
  return `${wallTime} ${zoneName(instant, venueZone)} at the venue`;
}
