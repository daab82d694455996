import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Connection, EventStream } from '../../../live/event-stream.ts';
import { createStore } from '../../../store.ts';
import { connectDesk, type DeskEvent, deskQueries } from './desk.queries.ts';

/** The desk of an event, which changes by itself, and how its changes arrive now. */
export function useDesk(eventId: string) {
  const queryClient = useQueryClient();
  const query = useQuery(deskQueries.detail(eventId));
  const [connection] = useState(() => createStore<Connection>('connecting'));
  useEffect(() => {
    const { queryKey } = deskQueries.detail(eventId);
    const stream = new EventStream({
      connect: (signal, lastEventId) => connectDesk(eventId, signal, lastEventId),
      onEvent: (received) => {
        // The contract says what an event holds; the parser knows only that it is JSON.
        const event = received as DeskEvent;
        if (event.event === 'desk') {
          // An answer that is still on its way may be older than the event.
          void queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData(queryKey, event.data);
        }
        if (event.event !== 'gone') return false;
        void queryClient.resetQueries({ queryKey });
        return true;
      },
      poll: () => queryClient.refetchQueries({ queryKey }, { throwOnError: true }),
    });
    const tell = () => connection.set(stream.connection.get());
    const stop = stream.connection.subscribe(tell);
    tell();
    return () => {
      stop();
      stream.close();
    };
  }, [eventId, queryClient, connection]);
  return { ...query, connection: useSyncExternalStore(connection.subscribe, connection.get) };
}
