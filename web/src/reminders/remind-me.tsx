import { lazy, Suspense } from 'react';
import { useClock } from '../ui/time/use-now.ts';
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
  if (!isComing) return null;
  return (
    <Suspense fallback={<span className={classes.place} />}>
      <RemindButton competition={competition} />
    </Suspense>
  );
}
