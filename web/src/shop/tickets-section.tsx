import { lazy, Suspense } from 'react';
import type { TicketsProps } from './tickets.tsx';

const Tickets = lazy(() => import('./tickets.tsx').then((file) => ({ default: file.Tickets })));

/** The tickets of a page, which links lead to as `#tickets`. Their code is loaded only where something is sold. */
export function TicketsSection(props: TicketsProps) {
  return (
    <div id="tickets">
      <Suspense fallback={null}>
        <Tickets {...props} />
      </Suspense>
    </div>
  );
}
