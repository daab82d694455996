import { formatDate, formatTime, zoneName } from './time.ts';
import classes from './wall-time.module.css';

interface Props {
  instant: string;
  /** Without it, the reader's own zone. */
  zone?: string | undefined;
  /** Names the zone. */
  withZone?: boolean;
}

/** Day and time in a narrow place: the line breaks between the two and nowhere else. */
export function WallTime({ instant, zone, withZone = false }: Props) {
  return (
    <span className="tabular">
      <span className={classes.part}>{formatDate(instant, zone)},</span>{' '}
      <span className={classes.part}>
        {withZone ? `${formatTime(instant, zone)} ${zoneName(instant, zone)}` : formatTime(instant, zone)}
      </span>
    </span>
  );
}
