import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { isProblem } from '../api/problem.ts';
import { pageNotFound } from '../ui/page-error.ts';
import { competitionsQueries } from './competitions.queries.ts';

/** While viewers watch, an organiser may move the end of a block or switch a stream on (docs/product.md, 2.9). */
const refetchWhileWatchedMs = 20_000;

/** The competition of this page; its watch pages refetch it. An unknown slug or a draft leads to the 404 screen. */
export function useCompetition(competitionSlug: string, { isWatched = false } = {}) {
  const { pathname } = useLocation();
  const query = useQuery({
    ...competitionsQueries.detail(competitionSlug),
    refetchInterval: isWatched && refetchWhileWatchedMs,
  });
  // A loaded competition stays on screen when a later request fails.
  if (isProblem(query.error) && query.error.status === 404 && !query.data) throw pageNotFound(pathname);
  return query;
}
