import { boutName } from '@ringside/rules/bout-words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { hasType, isProblem } from '../../../api/problem.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { placesOf, proposedBanner } from '../banner/banner-words.ts';
import { tellViewersToast } from '../banner/tell-viewers.tsx';
import { orderBouts } from './card.queries.ts';
import {
  boutsOf,
  type Card,
  keyOfOrder,
  movedBy,
  movedTo,
  orderOf,
  type Place,
  placeInWords,
} from './card-order.ts';
import { slideFrom, topsOf } from './row-motion.ts';

/**
 * The order of a card as it is wanted, and the ways to change it. Each order is stored as a whole; a refused one brings
 * the stored one back.
 * @param isNews viewers may be told of another order.
 */
export function useCardOrder(eventId: string, stored: Card, isNews: boolean) {
  const queryClient = useQueryClient();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ boutId: string; by: -1 | 1 }>(undefined);
  const before = useRef<Map<string, number>>(undefined);
  const order = useMutation({
    // One after the other: what was pressed last is stored last.
    scope: { id: `card of ${eventId}` },
    mutationFn: (wanted: Card) => orderBouts(eventId, orderOf(wanted)),
    onSettled: () => queryClient.invalidateQueries(),
    onError: (error) => {
      setSaid('');
      showToast({ id: 'card', tone: 'warning', ...failureInWords(error) });
    },
    meta: { showsProblem: true },
  });
  const card = order.isPending ? order.variables : stored;

  const key = keyOfOrder(card);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another order moves a row.
  useLayoutEffect(() => {
    if (list.current && before.current) slideFrom(before.current, list.current);
    before.current = undefined;
    // The browser takes the focus from what is put elsewhere.
    const { boutId, by } = pressed.current ?? {};
    if (!boutId || (document.activeElement && document.activeElement !== document.body)) return;
    const row = list.current?.querySelector(`[data-bout="${boutId}"]`);
    row?.querySelectorAll<HTMLElement>('[data-move] button')[by === -1 ? 0 : 1]?.focus();
  }, [key]);

  /** @param isInPlace the pointer has brought the row to where it stands then. */
  function store(boutId: string, next: Card | undefined, isInPlace = false) {
    const bout = boutsOf(card).find(({ id }) => id === boutId);
    if (!next || !bout) return;
    setSaid(`${boutName(bout)} is now ${placeInWords(next, boutId)}`);
    if (list.current) before.current = topsOf(list.current);
    if (isInPlace) before.current?.delete(boutId);
    const tellViewers = () =>
      tellViewersToast(
        `${boutName(bout)} has moved`,
        eventId,
        proposedBanner(bout, placesOf(next).get(boutId) ?? 'Fight'),
      );
    order.mutate(next, isNews ? { onSuccess: tellViewers } : {});
  }
  return {
    card,
    /** What a screen reader hears of the last move. */
    said,
    /** The element with all rows. */
    list,
    /** undefined where there is no place further. */
    move(boutId: string, by: -1 | 1) {
      const next = movedBy(card, boutId, by);
      return (
        next &&
        (() => {
          pressed.current = { boutId, by };
          store(boutId, next);
        })
      );
    },
    drop(boutId: string, place: Place) {
      pressed.current = undefined;
      store(boutId, movedTo(card, boutId, place), true);
    },
  };
}

function failureInWords(error: unknown) {
  if (hasType(error, 'conflict')) {
    return {
      title: 'The card has changed',
      description: 'Somebody has added or deleted a bout. You now see the newest card: move the bout again.',
    };
  }
  return {
    title: 'The order is not stored',
    description: isProblem(error) ? error.detail : 'The server could not be reached. Try again.',
  };
}
