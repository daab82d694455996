/**
 * A viewer who opens a watch page cold waits for the app and for the video. Neither needs the other: while React
 * starts, this asks for competition, session and signed address and opens the video, which the page then shows.
 */

import { watchPageSlugs } from '../app/paths.ts';
import { blockPhase, findBlock, liveBlock, streamToShow } from '../competitions/card.ts';
import { fetchCompetition } from '../competitions/competition-calls.ts';
import type { Competition } from '../competitions/competition-types.ts';
import { session } from '../identity/sessions/current-session.ts';
import { preloadHls } from '../media/engine/load-hls.ts';
import { playbackSession } from '../playback/current-playback-session.ts';
import { watchEarly } from './current-watch.ts';
import { visitOf, watchRequest } from './watch-request.ts';

interface EarlyCompetition {
  slug: string;
  competition: Promise<Competition>;
  /** Resolves with the first frame, or when there will be none. */
  hasFrame: Promise<void>;
}

let early: EarlyCompetition | null | undefined;

/** Opens the page of this location once; null where there is nothing to open. */
export function openWatchPageEarly(location: Location): EarlyCompetition | null {
  early ??= open(location);
  return early;
}

function open(location: Location): EarlyCompetition | null {
  const slugs = watchPageSlugs(location.pathname);
  // Who must sign in, or renew his sign-in, has to wait for the app anyway.
  if (!slugs || !session.read().isLoggedIn || session.isAccessTokenExpired()) return null;
  const competition = fetchCompetition(slugs.competitionSlug);
  const hasFrame = openVideo(competition, slugs.blockSlug, location);
  // After the calls are on their way: running hls.js keeps the browser busy until they are answered.
  preloadHls();
  return { slug: slugs.competitionSlug, competition, hasFrame };
}

async function openVideo(competition: Promise<Competition>, blockSlug: string, location: Location) {
  const visit = visitOf(location);
  const isLivePage = blockSlug === 'live';
  // Who opens the live page wants to watch; on a block's page the card decides.
  if (isLivePage) playbackSession.begin(visit).catch(() => {});
  const known = await competition.catch(() => undefined);
  // Without a competition the page itself says why.
  if (!known) return;

  const now = Date.now();
  const block = isLivePage ? liveBlock(known, now) : findBlock(known, blockSlug);
  if (!block || blockPhase(block, now) === 'upcoming') return;
  const stream = streamToShow(block, new URLSearchParams(location.search).get('stream'));
  if (stream) await watchEarly(watchRequest(known, block, stream), visit);
}
