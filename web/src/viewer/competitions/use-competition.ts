import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { isMissing } from '../../api/problem.ts';
import { pageNotFound } from '../../ui/page/page-error.ts';
import { useClock } from '../../ui/time/use-now.ts';
import type { Competition } from './competition-types.ts';
import { competitionsQueries } from './competitions.queries.ts';
import { useFollowing } from './use-following.ts';

/** While viewers watch, an organiser may move the end of a block or switch a stream on (docs/product.md, 2.9). */
const refetchWhileWatchedMs = 20_000;

const hourMs = 3_600_000;
/** Who only reads about a competition follows it when something may change soon. */
const followedBeforeMs = 24 * hourMs;
const followedAfterMs = 6 * hourMs;

/** The page need not ask what its loader has just been told. */
const justToldMs = 5_000;

interface Options {
  /** A page on which somebody watches always follows; given by the page, whether a video plays now. */
  isPlaying?: () => boolean;
}

/**
 * The competition of this page. It changes by itself: by the event stream, or by asking again where the
 * browser gets no event stream. An unknown slug, one that cannot exist, or a draft leads to the 404 screen.
 */
export function useCompetition(competitionSlug: string, { isPlaying }: Options = {}) {
  const { pathname } = useLocation();
  const isWatched = isPlaying !== undefined;
  const options = competitionsQueries.detail(competitionSlug);
  // What the cache holds; the query below asks for it.
  const { data } = useQuery({ ...options, enabled: false });
  const isNear = useClock((now) => (data && isEventful(data, now) ? 1 : 0)) === 1;
  const isFollowing = useFollowing(competitionSlug, data !== undefined && (isWatched || isNear), isPlaying);
  const query = useQuery({
    ...options,
    refetchInterval: isWatched && !isFollowing && refetchWhileWatchedMs,
    retryOnMount: ({ state }) => !isMissing(state.error) || Date.now() - state.errorUpdatedAt > justToldMs,
  });
  // A loaded competition stays on screen when a later request fails.
  if (isMissing(query.error) && !query.data) throw pageNotFound(pathname);
  return {
    data: query.data,
    // Without a network the query waits, which the page shows as a failure.
    isFailed: query.isError || query.isPaused,
    refetch: query.refetch,
  };
}

function isEventful({ startDate, endDate }: Competition, now: number) {
  return now > Date.parse(startDate) - followedBeforeMs && now < Date.parse(endDate) + followedAfterMs;
}
