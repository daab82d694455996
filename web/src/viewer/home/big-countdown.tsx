import { durationInWords } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import classes from './big-countdown.module.css';

const daySeconds = 86_400;
const pad = (count: number) => String(count).padStart(2, '0');

/** The countdown to the next event in large digits; screen readers get one sentence. */
export function BigCountdown({ to }: { to: string }) {
  const total = useClock((now) => {
    const seconds = Math.max(0, Math.floor((Date.parse(to) - now) / 1000));
    // Seconds are shown on the last day alone.
    return seconds < daySeconds ? seconds : seconds - (seconds % 60);
  });
  const days = Math.floor(total / daySeconds);
  const parts = [
    { unit: 'days', count: String(days), isShown: days > 0 },
    { unit: 'h', count: pad(Math.floor(total / 3600) % 24), isShown: true },
    { unit: 'min', count: pad(Math.floor(total / 60) % 60), isShown: true },
    { unit: 's', count: pad(total % 60), isShown: days === 0 },
  ];
  return (
    <p className={classes.countdown} role="timer" aria-label={`Starts in ${durationInWords(total * 1000)}`}>
      <span className="eyebrow" aria-hidden>
        Starts in
      </span>
      <span className={classes.parts} aria-hidden>
        {parts.map(({ unit, count, isShown }) =>
          isShown ? (
            <span key={unit} className={classes.part}>
              <span className={`display tabular ${classes.count}`}>{count}</span>
              <span className={classes.unit}>{unit === 'days' && days === 1 ? 'day' : unit}</span>
            </span>
          ) : null,
        )}
      </span>
    </p>
  );
}
