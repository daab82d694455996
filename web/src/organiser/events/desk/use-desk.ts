import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useEventStream } from '../../../live/use-event-stream.ts';
import { bellQueries } from '../bell/bell.queries.ts';
import { keepBoard } from '../bell/kept-board.ts';
import { connectDesk, type DeskEvent, deskQueries } from './desk.queries.ts';

/** The desk of an event with its bells, which change by themselves, and how their changes arrive now. */
export function useDesk(eventId: string) {
  const queryClient = useQueryClient();
  const query = useQuery(deskQueries.detail(eventId));
  const connection = useEventStream(
    useCallback(() => {
      const { queryKey } = deskQueries.detail(eventId);
      return {
        connect: (signal, lastEventId) => connectDesk(eventId, signal, lastEventId),
        onEvent: (received) => {
          // The contract says what an event holds; the parser knows only that it is JSON.
          const event = received as DeskEvent;
          if (event.event === 'desk') {
            // An answer that is still on its way may be older than the event.
            void queryClient.cancelQueries({ queryKey });
            queryClient.setQueryData(queryKey, event.data);
          }
          if (event.event === 'card') void keepBoard(queryClient, eventId, event.data);
          if (event.event !== 'gone') return false;
          void queryClient.resetQueries({ queryKey });
          void queryClient.resetQueries({ queryKey: bellQueries.board(eventId).queryKey });
          return true;
        },
        poll: () => queryClient.refetchQueries({ queryKey }, { throwOnError: true }),
      };
    }, [eventId, queryClient]),
  );
  return { ...query, connection };
}
