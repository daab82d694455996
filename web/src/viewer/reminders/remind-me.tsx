import { lazy, Suspense } from 'react';
import { useIsTakenOver } from '../../rendering.ts';
import { useClock } from '../../ui/time/use-now.ts';
import classes from './remind-me.module.css';
import type { RemindedCompetition } from './reminded-competition.ts';

const RemindButton = lazy(() =>
  import('./remind-button.tsx').then((file) => ({ default: file.RemindButton })),
);

/**
 * "Remind me", for a competition that has not begun; nothing for any other. Its code is loaded after the page, and its
 * place is kept meanwhile. Rule 37.8.
 */
export function RemindMe({ competition }: { competition: RemindedCompetition }) {
  const start = Date.parse(competition.startDate);
  const isComing = useClock((now) => (now < start ? 1 : 0)) === 1;
  const isTakenOver = useIsTakenOver();
  if (!isComing) return null;
  const place = <span className={classes.place} />;
  // A button without its code would take no press.
  if (!isTakenOver) return place;
  return (
    <Suspense fallback={place}>
      <RemindButton competition={competition} />
    </Suspense>
  );
}
