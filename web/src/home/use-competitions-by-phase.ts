import type { components } from '@ringside/openapi/schema';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type Phase, phaseOf } from '../ui/time/time.ts';
import { useClock } from '../ui/time/use-now.ts';
import { homeQueries } from './home.queries.ts';

export type CompetitionItem = components['schemas']['Competition'];

/** The instant is rounded down to this step, so that a viewer who returns within it gets the cached lists. */
const splitStepMs = 5 * 60_000;

/** The competitions of the home page by their phase; they change phase with the clock. */
export function useCompetitionsByPhase() {
  const [split] = useState(() => new Date(Math.floor(Date.now() / splitStepMs) * splitStepMs).toISOString());
  const queries = useQueries({ queries: [homeQueries.current(split), homeQueries.past(split)] });
  const all = uniqueById(queries.flatMap((query) => query.data?.data ?? []));
  const phases = useClock((now) => all.map((item) => phaseOf(item, now)).join()).split(',');
  const inPhase = (phase: Phase) => all.filter((_, index) => phases[index] === phase).sort(byStart);
  return {
    isPending: queries.some((query) => query.isPending),
    // Without a network the queries are paused, which the page shows as a failure.
    isFailed: queries.some((query) => query.isError || query.isPaused),
    retry: () => Promise.all(queries.filter((query) => !query.isSuccess).map((query) => query.refetch())),
    live: inPhase('live'),
    upcoming: inPhase('upcoming'),
    past: inPhase('past').reverse(),
  };
}

function byStart(a: CompetitionItem, b: CompetitionItem) {
  return Date.parse(a.startDate) - Date.parse(b.startDate);
}

function uniqueById(items: CompetitionItem[]) {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
