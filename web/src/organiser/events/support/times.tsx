import { formatDate, formatDateTime, formatTime, isSameWallTime, zoneName } from '../../../ui/time/time.ts';

/** In the time of the event, which is the caller's in most cases; the own time is added where it differs. */
export function Times({ from, to, zone }: { from: string; to: string | null; zone: string }) {
  const isSameDay = to !== null && formatDate(from, zone) === formatDate(to, zone);
  const end = to === null ? 'for ever' : isSameDay ? formatTime(to, zone) : formatDateTime(to, zone);
  const own = isSameWallTime(from, zone) ? '' : ` (${formatTime(from)} for you)`;
  return (
    <span className="tabular">
      {formatDateTime(from, zone)} to {end} {zoneName(from, zone)}
      {own}
    </span>
  );
}

export function Moment({ at, zone }: { at: string; zone: string }) {
  return (
    <span className="tabular">
      {formatDateTime(at, zone)} {zoneName(at, zone)}
      {isSameWallTime(at, zone) ? '' : ` (${formatTime(at)} for you)`}
    </span>
  );
}
