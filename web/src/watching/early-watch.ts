/**
 * When a tab opens on a watch page, it needs the app and the video, and neither depends on the other. While React
 * starts, this module loads the competition, the session and the signed address and opens the video; the page then
 * shows it.
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

/** Opens the video of this location once; null when the page needs a sign-in first or is no watch page. */
export function openWatchPageEarly(location: Location): EarlyCompetition | null {
  early ??= open(location);
  return early;
}

function open(location: Location): EarlyCompetition | null {
  const slugs = watchPageSlugs(location.pathname);
  // A viewer who must sign in or refresh the token has to wait for the app anyway.
  if (!slugs || !session.read().isLoggedIn || session.isAccessTokenExpired()) return null;
  const competition = fetchCompetition(slugs.competitionSlug);
  const hasFrame = openVideo(competition, slugs.blockSlug, location);
  // After the calls have been sent: running hls.js uses the time until they are answered.
  preloadHls();
  return { slug: slugs.competitionSlug, competition, hasFrame };
}

async function openVideo(competition: Promise<Competition>, blockSlug: string, location: Location) {
  const visit = visitOf(location);
  const isLivePage = blockSlug === 'live';
  // On the live page the session starts at once; on a block's page it depends on the card.
  if (isLivePage) playbackSession.begin(visit).catch(() => {});
  const known = await competition.catch(() => undefined);
  // Without a competition the page shows the error.
  if (!known) return;

  const now = Date.now();
  const block = isLivePage ? liveBlock(known, now) : findBlock(known, blockSlug);
  if (!block || blockPhase(block, now) === 'upcoming') return;
  const stream = streamToShow(block, new URLSearchParams(location.search).get('stream'));
  if (stream) await watchEarly(watchRequest(known, block, stream), visit);
}
