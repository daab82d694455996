import { durationInWords } from '../ui/time/time.ts';
import { useClock } from '../ui/time/use-now.ts';
import classes from './stage-countdown.module.css';

const pad = (value: number) => String(value).padStart(2, '0');

/** A countdown in large digits; screen readers get one sentence. */
export function StageCountdown({ to, label = 'Starts in' }: { to: string; label?: string }) {
  const total = useClock((now) => Math.max(0, Math.ceil((Date.parse(to) - now) / 1000)));
  const days = Math.floor(total / 86_400);
  const clock = [Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60].map(pad).join(':');
  return (
    <p className={classes.countdown} role="timer" aria-label={`${label} ${durationInWords(total * 1000)}`}>
      <span className="eyebrow" aria-hidden>
        {label}
      </span>
      <span className={`display tabular ${classes.clock}`} aria-hidden>
        {days > 0 ? <span className={classes.days}>{`${days} ${days === 1 ? 'day' : 'days'}`}</span> : null}
        {clock}
      </span>
    </p>
  );
}
