/**
 * A viewer who opens a watch page cold waits for the app and for the video. Neither needs the other: while React
 * starts, this asks for competition, session and signed address and opens the video, which the page then shows.
 */
import type { QueryClient } from '@tanstack/react-query';
import { session } from '../identity/current-session.ts';
import { preloadHls } from '../media/hls-engine.ts';
import { playbackSession } from '../playback/current-playback-session.ts';
import { blockPhase, findBlock, liveBlock, streamToShow } from './card.ts';
import { competitionsQueries } from './competitions.queries.ts';
import { watchEarly } from './current-watch.ts';
import { visitOf } from './use-visit.ts';
import { watchRequest } from './watch-request.ts';

const watchPath = /^\/competitions\/([^/]+)\/([^/]+)\/?$/;

export async function openWatchPageEarly(queryClient: QueryClient, location: Location) {
  const [, competitionSlug, blockSlug] = watchPath.exec(location.pathname) ?? [];
  if (!competitionSlug || !blockSlug || !session.read().isLoggedIn) return;
  preloadHls();
  const visit = visitOf(location);
  const isLivePage = blockSlug === 'live';
  // Who opens the live page wants to watch; on a block's page the card decides.
  if (isLivePage) playbackSession.begin(visit).catch(() => {});

  // Without a competition the page itself says why.
  const competition = await queryClient
    .ensureQueryData(competitionsQueries.detail(decodeURIComponent(competitionSlug)))
    .catch(() => undefined);
  if (!competition) return;
  const now = Date.now();
  const block = isLivePage
    ? liveBlock(competition, now)
    : findBlock(competition, decodeURIComponent(blockSlug));
  if (!block || blockPhase(block, now) === 'upcoming') return;
  const stream = streamToShow(block, new URLSearchParams(location.search).get('stream'));
  if (stream) watchEarly(watchRequest(competition, block, stream), visit);
}
