import { durationInWords } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import classes from './stage-countdown.module.css';

const pad = (value: number) => String(value).padStart(2, '0');

/** "16 days", and the clock in the last 48 hours: until then nobody counts seconds. */
function digits(seconds: number) {
  const days = Math.floor(seconds / 86_400);
  if (days >= 2) return `${days} days`;
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(':');
}

/** A countdown in large digits; screen readers get one sentence. */
export function StageCountdown({ to, label = 'Starts in' }: { to: string; label?: string }) {
  const secondsTo = (now: number) => Math.max(0, Math.ceil((Date.parse(to) - now) / 1000));
  const words = useClock((now) => durationInWords(secondsTo(now) * 1000));
  const shown = useClock((now) => digits(secondsTo(now)));
  return (
    <p className={classes.countdown} role="timer" aria-label={`${label} ${words}`}>
      <span className="eyebrow" aria-hidden>
        {label}
      </span>
      <span className={`display tabular ${classes.clock}`} aria-hidden>
        {shown}
      </span>
    </p>
  );
}
