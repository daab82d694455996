import type { components } from '@ringside/openapi/schema';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { phaseOf } from '../ui/time.ts';
import { useNow } from '../ui/use-now.ts';
import { homeQueries } from './home.queries.ts';

export type CompetitionItem = components['schemas']['Competition'];

/** The split is rounded down, so that who comes back within it finds the lists in the cache. */
const splitStepMs = 5 * 60_000;

/** All competitions of the home page by where they stand now; they move by themselves as time goes by. */
export function useCompetitionsByPhase() {
  const [split] = useState(() => new Date(Math.floor(Date.now() / splitStepMs) * splitStepMs).toISOString());
  const now = useNow();
  const [current, past] = useQueries({ queries: [homeQueries.current(split), homeQueries.past(split)] });
  const all = uniqueById([...(current.data?.data ?? []), ...(past.data?.data ?? [])]);
  return {
    isPending: current.isPending || past.isPending,
    isError: current.isError || past.isError,
    retry: () =>
      Promise.all([current, past].filter((query) => query.isError).map((query) => query.refetch())),
    live: all.filter((competition) => phaseOf(competition, now) === 'live').sort(byStart),
    upcoming: all.filter((competition) => phaseOf(competition, now) === 'upcoming').sort(byStart),
    past: all.filter((competition) => phaseOf(competition, now) === 'past').sort((a, b) => byStart(b, a)),
  };
}

function byStart(a: CompetitionItem, b: CompetitionItem) {
  return Date.parse(a.startDate) - Date.parse(b.startDate);
}

function uniqueById(items: CompetitionItem[]) {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
