import type { ReactNode } from 'react';
import { PaidHereNote } from '../paid-here/paid-here-note.tsx';
import { usePaidHere } from '../paid-here/use-paid-here.ts';
import { inWords, itemName } from '../sold-items.ts';
import classes from './tickets.module.css';

/**
 * What was paid on this device and is about to be the account's: the server lists it only then.
 * @param nothing the empty state, shown if nothing was paid on this device either; null if the account has purchases.
 */
export function PaidTickets({ nothing }: { nothing: ReactNode }) {
  const paid = usePaidHere();
  const isPaid = paid !== undefined && paid.state !== 'other';
  // Other payments are in the list.
  if (!isPaid || nothing === null) return nothing;
  return (
    <section className={classes.offer} aria-label="Paid on this device">
      <PaidHereNote {...paid} what={inWords(paid.checkout?.items.map(itemName) ?? [])} />
    </section>
  );
}
