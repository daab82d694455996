/**
 * Follows a competition by its event stream and writes what changes into the query cache, so that every part of the
 * page changes by itself (docs/product.md, 2.9). Loaded on demand.
 */
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { EventStream } from '../../live/event-stream.ts';
import { boutsOf } from '../bouts/bouts.queries.ts';
import { receiveState } from '../bouts/night/card-memory.ts';
import { applyEvent, type CompetitionEvent, changesAccess, hasUnknownBlock } from './apply-event.ts';
import type { Competition } from './competition-types.ts';
import { competitionsQueries } from './competitions.queries.ts';

/** Thousands of viewers get the same event; when they have to ask for more, they do it within this time. */
const spreadMs = 8000;

export type Followed = Pick<EventStream, 'connection' | 'close'>;

export interface FollowOptions {
  slug: string;
  queryClient: QueryClient;
  isPlaying: () => boolean;
}

export function followCompetition({ slug, queryClient, isPlaying }: FollowOptions): Followed {
  const { queryKey } = competitionsQueries.detail(slug);
  let spread: ReturnType<typeof setTimeout> | undefined;

  const readAgain = () => queryClient.refetchQueries({ queryKey }, { throwOnError: true });

  function onEvent(event: CompetitionEvent) {
    if (event.event === 'card') {
      // Not into the cache: a page must not show it before the viewer's picture is there.
      if (receiveState(slug, event.data) === 'another card') askForBouts();
      return false;
    }
    if (event.event === 'gone') {
      // Asked again without the old data, the page shows what the server says now.
      void queryClient.resetQueries({ queryKey });
      return true;
    }
    const before = queryClient.getQueryData<Competition>(queryKey);
    if (!before) return false;
    const after = applyEvent(before, event);
    // An answer that is still on its way may be older than the event.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, after);
    if (hasUnknownBlock(before, event)) askForMore();
    if (changesAccess(before, after)) askForAccess();
    return false;
  }

  function askForMore() {
    clearTimeout(spread);
    spread = setTimeout(() => void readAgain().catch(() => {}), Math.random() * spreadMs);
  }

  function askForAccess() {
    const { queryKey: accessKey } = competitionsQueries.access(slug);
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: accessKey }), Math.random() * spreadMs);
  }

  function askForBouts() {
    const { queryKey: boutsKey } = boutsOf(slug);
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: boutsKey }), Math.random() * spreadMs);
  }

  const stream = new EventStream({
    connect: async (signal, lastEventId) => {
      const { response } = await api.GET('/api/v1/kickboxing/competitions/{competitionId}/events', {
        params: {
          path: { competitionId: slug },
          ...(lastEventId ? { header: { 'Last-Event-ID': lastEventId } } : {}),
        },
        parseAs: 'stream',
        signal,
      });
      return response;
    },
    // The contract says what an event holds; the parser knows only that it is JSON.
    onEvent: (event) => onEvent(event as unknown as CompetitionEvent),
    poll: readAgain,
    isPlaying,
  });
  return {
    connection: stream.connection,
    close() {
      clearTimeout(spread);
      stream.close();
    },
  };
}
