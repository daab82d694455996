import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { type Checkout, shopQueries, useClaim } from '../shop.queries.ts';
import { forgetPaid, paidCheckoutsOf, type Sold } from './paid-here.ts';

const askAgainMs = 10_000;

export interface PaidHere {
  checkoutId: string;
  /**
   * `looking`: the server has not answered. `unlocking`: also while the account takes it. `paid`: by a visitor.
   * `granted`: the page is about to know of the access. `other`: for another address than the account's.
   */
  state: 'looking' | 'unlocking' | 'paid' | 'granted' | 'other';
  /** undefined while looking. */
  checkout: Checkout | undefined;
}

/**
 * The payment on this device for an event or block, or for anything, that the viewer cannot watch yet. The note of this
 * device says only that there was one; the server says what became of it and for whom it is (docs/product.md, 25.5).
 */
export function usePaidHere(sold?: Sold): PaidHere | undefined {
  const { email } = useSession();
  const queryClient = useQueryClient();
  const start = (): Notes => ({ email, ids: paidCheckoutsOf(sold), other: undefined });
  const [notes, setNotes] = useState(start);
  // Another account has other payments.
  if (notes.email !== email) setNotes(start());
  const [checkoutId] = notes.ids;
  const { data, error } = useQuery({
    ...shopQueries.checkout(checkoutId ?? ''),
    enabled: checkoutId !== undefined,
    refetchInterval: ({ state }) => (isMoving(stateOf(state.data, state.error)) ? askAgainMs : false),
  });
  const state = stateOf(data, error);
  const isUnclaimed = data?.access === 'unclaimed';
  const { mutate: claim } = useClaim(checkoutId ?? '');
  useEffect(() => {
    if (isUnclaimed) claim();
  }, [isUnclaimed, claim]);

  useEffect(() => {
    if (checkoutId === undefined) return;
    const drop = (other?: PaidHere) =>
      setNotes((now) => ({
        ...now,
        ids: now.ids.filter((id) => id !== checkoutId),
        other: other ?? now.other,
      }));
    if (state === 'other') drop({ checkoutId, state, checkout: undefined });
    if (state !== 'over' && state !== 'granted') return;
    forgetPaid(checkoutId);
    if (state === 'over') return drop();
    // What the page knows of accesses and offers is from before. An access that has ended can be bought again.
    void queryClient.invalidateQueries({}, { cancelRefetch: false }).then(() => drop());
  }, [checkoutId, state, queryClient]);

  if (checkoutId === undefined) return notes.other;
  // An earlier payment may be the viewer's own.
  const isNext = state === 'over' || state === 'other';
  return { checkoutId, state: isNext ? 'looking' : state, checkout: data };
}

interface Notes {
  email: string;
  /** Newest first. */
  ids: string[];
  other: PaidHere | undefined;
}

function stateOf(checkout: Checkout | undefined, error: unknown): PaidHere['state'] | 'over' {
  if (isProblem(error) && (error.status === 404 || error.status === 400)) return 'over';
  if (checkout === undefined) return 'looking';
  const { status, access } = checkout;
  if (status !== 'paid' && status !== 'processing' && status !== 'unlocking') return 'over';
  if (access === 'other-address') return 'other';
  if (access === 'granted') return 'granted';
  if (access === 'unclaimed') return 'unlocking';
  return status === 'paid' ? 'paid' : 'unlocking';
}

const isMoving = (state: ReturnType<typeof stateOf>) => state === 'looking' || state === 'unlocking';
