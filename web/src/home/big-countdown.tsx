import { durationInWords } from '../ui/time/time.ts';
import { useNow } from '../ui/time/use-now.ts';
import classes from './big-countdown.module.css';

const secondMs = 1000;
const pad = (count: number) => String(count).padStart(2, '0');

/** The countdown to the next event in large digits; screen readers get one sentence. */
export function BigCountdown({ to }: { to: string }) {
  const leftMs = Math.max(0, Date.parse(to) - useNow());
  const total = Math.floor(leftMs / secondMs);
  const days = Math.floor(total / 86_400);
  const parts = [
    { unit: 'days', count: String(days), isShown: days > 0 },
    { unit: 'h', count: pad(Math.floor(total / 3600) % 24), isShown: true },
    { unit: 'min', count: pad(Math.floor(total / 60) % 60), isShown: true },
    { unit: 's', count: pad(total % 60), isShown: days === 0 },
  ];
  return (
    <p className={classes.countdown} role="timer" aria-label={`Starts in ${durationInWords(leftMs)}`}>
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
