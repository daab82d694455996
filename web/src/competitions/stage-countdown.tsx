import { durationInWords } from '../ui/time/time.ts';
import { useNow } from '../ui/time/use-now.ts';
import classes from './stage-countdown.module.css';

const pad = (value: number) => String(value).padStart(2, '0');

/** A countdown in large digits; screen readers get one sentence. */
export function StageCountdown({ to, label = 'Starts in' }: { to: string; label?: string }) {
  const leftMs = Math.max(0, Date.parse(to) - useNow());
  const total = Math.ceil(leftMs / 1000);
  const days = Math.floor(total / 86_400);
  const clock = [Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60].map(pad).join(':');
  return (
    <p className={classes.countdown} role="timer" aria-label={`${label} ${durationInWords(leftMs)}`}>
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
