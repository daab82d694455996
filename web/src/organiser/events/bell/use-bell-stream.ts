import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useEventStream } from '../../../live/use-event-stream.ts';
import { type BellBoardEvent, bellQueries, connectBellBoard } from './bell.queries.ts';
import { keepBoard } from './kept-board.ts';

/** Follows the card with its bells, where no other stream brings them. */
export function useBellStream(eventId: string) {
  const queryClient = useQueryClient();
  return useEventStream(
    useCallback(() => {
      const { queryKey } = bellQueries.board(eventId);
      return {
        connect: (signal, lastEventId) => connectBellBoard(eventId, signal, lastEventId),
        onEvent: (received) => {
          // The contract says what an event holds; the parser knows only that it is JSON.
          const event = received as BellBoardEvent;
          if (event.event === 'card') void keepBoard(queryClient, eventId, event.data);
          if (event.event !== 'gone') return false;
          void queryClient.resetQueries({ queryKey });
          return true;
        },
        // The page itself asks more often.
        poll: async () => {},
      };
    }, [eventId, queryClient]),
  );
}
