import { lazy, Suspense } from 'react';
import { useIsTakenOver } from '../../../rendering.ts';
import classes from './ticket-action.module.css';
import type { TicketsProps } from './tickets.tsx';

const TicketButton = lazy(() =>
  import('./ticket-button.tsx').then((file) => ({ default: file.TicketButton })),
);

/** The way to a ticket in the place of a video. Its code is loaded after the page, and its place is kept meanwhile. */
export function TicketAction(props: Required<TicketsProps>) {
  const isTakenOver = useIsTakenOver();
  const place = <span className={classes.place} />;
  // A button without its code would take no press.
  if (!isTakenOver) return place;
  return (
    <Suspense fallback={place}>
      <TicketButton {...props} />
    </Suspense>
  );
}
