import { durationInWords } from './time.ts';
import { useClock } from './use-now.ts';

interface Props {
  /** The end of the countdown, as an ISO date-time. */
  to: string;
  className?: string;
}

/** "Starts in 2 h 14 min"; "Starting now" at the end. */
export function Countdown({ to, className }: Props) {
  const words = useClock((now) => {
    const leftMs = Date.parse(to) - now;
    return leftMs > 0 ? `Starts in ${durationInWords(leftMs)}` : 'Starting now';
  });
  return <span className={className}>{words}</span>;
}
