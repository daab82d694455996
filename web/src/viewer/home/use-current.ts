import { type Phase, phaseOf } from '@ringside/rules/event-words';
import { useQuery } from '@tanstack/react-query';
import { useClock } from '../../ui/time/use-now.ts';
import { findingQueries } from '../finding/finding.queries.ts';
import { useSplitInstant } from '../finding/split-instant.ts';

/** The current competitions by their phase, which changes with the clock. */
export function useCurrent() {
  const instant = useSplitInstant();
  const query = useQuery(findingQueries.current(instant));
  const items = query.data?.data ?? [];
  const phases = useClock((now) => items.map((item) => phaseOf(item, now)).join()).split(',');
  const inPhase = (phase: Phase) => items.filter((_, index) => phases[index] === phase);
  const [live, upcoming, ended] = [inPhase('live'), inPhase('upcoming'), inPhase('past')];
  return {
    instant,
    live,
    upcoming,
    /** What has ended since the list was read, the latest first. */
    ended: ended.reverse(),
    /** All that begin later, also those that the list does not hold. */
    upcomingTotal: Math.max(0, (query.data?.total ?? 0) - live.length - ended.length),
    isPending: query.isPending && !query.isPaused,
    // Without a network a query is paused, which the page shows as a failure.
    isFailed: !query.isSuccess && (query.isError || query.isPaused),
    isLoaded: query.isSuccess,
    retry: query.refetch,
  };
}

export function useReplays(instant: string) {
  const query = useQuery(findingQueries.past(instant));
  return {
    replays: query.data?.data ?? [],
    total: query.data?.total ?? 0,
    isPending: query.isPending && !query.isPaused,
    isFailed: !query.isSuccess && (query.isError || query.isPaused),
    isLoaded: query.isSuccess,
    retry: query.refetch,
  };
}
