import { type Bell, boutState, type Ringable } from '@ringside/rules/bell';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { randomId } from '../../../api/send-key.ts';
import { serverNow } from '../../../clock.ts';
import type { Connection } from '../../../live/event-stream.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { type Bout, bellQueries, type StoredBell, sendRing, sendUndo } from './bell.queries.ts';
import { bellInWords } from './bell-words.ts';
import { keepBell } from './kept-board.ts';
import { type Tap, UnsentTaps } from './unsent-taps.ts';

/** So long a bell can be undone. */
const undoneWithinMs = 10 * 60_000;

/** Without a stream the second timekeeper sees a tap of the first nearly as soon. */
const readEveryMs = 1_000;

/**
 * The card of an event with its bells, those that are not sent yet included, and what a timekeeper does with them.
 * @param connection of the stream that brings the bells of others.
 */
export function useBell(eventId: string, connection: Connection) {
  const queryClient = useQueryClient();
  const board = useQuery({
    ...bellQueries.board(eventId),
    // Without a first answer the page says why, and offers to try again.
    refetchInterval: ({ state }) => connection !== 'live' && state.data !== undefined && readEveryMs,
  });
  const [taps] = useState(
    () =>
      new UnsentTaps(eventId, {
        async send({ boutId, ...ring }) {
          const { data } = await sendRing({ eventId, boutId }, ring);
          if (data) await keepBell(queryClient, eventId, data);
        },
        onRefused: ({ kind }) =>
          showToast({
            id: 'bell-refused',
            title: `The server has refused a tap: ${kind.replace('-', ' ')}`,
            tone: 'error',
          }),
      }),
  );
  useEffect(() => {
    void taps.flush();
    const again = () => void taps.flush();
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      taps.close();
    };
  }, [taps]);
  const unsent = useSyncExternalStore(taps.subscribe, taps.get);
  const bells = useMemo(() => bellsByBout(board.data?.bells ?? [], unsent), [board.data, unsent]);

  function ring(bout: Bout, { kind, round }: Ringable) {
    const at = new Date(serverNow()).toISOString();
    taps.add({ id: randomId(), boutId: bout.id, kind, round, at });
    navigator.vibrate?.(40);
  }

  async function undo(bout: Bout, bell: Bell) {
    const words = bellInWords(bell, bout);
    try {
      await sendUndo({ eventId, boutId: bout.id, bellId: bell.id });
      showToast({ id: 'bell', title: `Undone: ${words}`, tone: 'success' });
    } catch {
      showToast({ id: 'bell', title: `“${words}” could not be undone`, tone: 'error' });
    }
    await queryClient.invalidateQueries(bellQueries.board(eventId));
  }

  return { board, unsent: unsent.length, bellsOf: (boutId: string) => bells.get(boutId) ?? [], ring, undo };
}

/** What was rung for each bout, with what is not sent yet. */
export function bellsByBout(stored: readonly StoredBell[], unsent: readonly Tap[] = []): Map<string, Bell[]> {
  const all = new Map<string, Bell[]>();
  const add = (boutId: string, bell: Bell) => all.set(boutId, [...(all.get(boutId) ?? []), bell]);
  for (const { boutId, id, kind, round, at, undoneAt } of stored)
    add(boutId, { id, kind, round, at: Date.parse(at), isUndone: undoneAt !== null });
  const known = new Set(stored.map(({ id }) => id));
  for (const { boutId, id, kind, round, at } of unsent)
    if (!known.has(id)) add(boutId, { id, kind, round, at: Date.parse(at), isUndone: false });
  return all;
}

/** What *Undo* takes back: the last bell of the card that counts, while it can be. A bout may have ended by a slip. */
export function lastBell(bouts: readonly Bout[], bellsOf: (boutId: string) => readonly Bell[], now: number) {
  return bouts
    .flatMap((bout) => bellsOf(bout.id).map((bell) => ({ bout, bell })))
    .filter(({ bell }) => !bell.isUndone && now - bell.at < undoneWithinMs)
    .toSorted((a, b) => a.bell.at - b.bell.at || (a.bell.id < b.bell.id ? -1 : 1))
    .at(-1);
}

/** The bout that is on, or the next one: the first that takes place and is not over. */
export function boutNow(bouts: readonly Bout[], bellsOf: (boutId: string) => readonly Bell[]) {
  return bouts.find(({ id, status }) => status !== 'cancelled' && boutState(bellsOf(id)).phase !== 'over');
}
