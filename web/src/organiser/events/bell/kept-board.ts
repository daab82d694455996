import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../../clock.ts';
import { type BellBoard, bellQueries, type StoredBell } from './bell.queries.ts';

/** A state that was read before a tap arrives within this time after it. */
const overtakenMs = 5_000;

/** Keeps what a stream has sent. A tap of this moment that is not in it came after it was read: the button must not jump back. */
export function keepBoard(queryClient: QueryClient, eventId: string, board: BellBoard) {
  return change(queryClient, eventId, (before) => {
    const since = serverNow() - overtakenMs;
    const arrived = new Set(board.bells.map(({ id }) => id));
    const newer = before?.bells.filter(({ id, at }) => !arrived.has(id) && Date.parse(at) > since) ?? [];
    return newer.length === 0 ? board : { ...board, bells: [...board.bells, ...newer] };
  });
}

/** Before the tap leaves the list of those that wait: between the two, the button must not jump back. */
export function keepBell(queryClient: QueryClient, eventId: string, bell: StoredBell) {
  return change(
    queryClient,
    eventId,
    (board) => board && { ...board, bells: [...board.bells.filter(({ id }) => id !== bell.id), bell] },
  );
}

async function change(
  queryClient: QueryClient,
  eventId: string,
  next: (board: BellBoard | undefined) => BellBoard | undefined,
) {
  const { queryKey } = bellQueries.board(eventId);
  // An answer that is still on its way may be older.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<BellBoard>(queryKey, next);
}
