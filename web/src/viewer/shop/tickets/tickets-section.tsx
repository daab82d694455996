import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useIsTakenOver } from '../../../rendering.ts';
import classes from './tickets.module.css';
import type { TicketsProps } from './tickets.tsx';

const Tickets = lazy(() => import('./tickets.tsx').then((file) => ({ default: file.Tickets })));

/** The tickets of a page, which links lead to as `#tickets`. Their code is loaded only where something is sold, and their place is kept meanwhile. */
export function TicketsSection(props: TicketsProps) {
  const isTakenOver = useIsTakenOver();
  return (
    <div id="tickets">
      {isTakenOver ? (
        <Suspense fallback={<Place />}>
          <Tickets {...props} />
        </Suspense>
      ) : (
        <Place />
      )}
    </div>
  );
}

function Place() {
  return (
    <section className={classes.tickets} aria-hidden>
      <h2 className={classes.title}>Tickets</h2>
      <Skeleton height={148} />
    </section>
  );
}
