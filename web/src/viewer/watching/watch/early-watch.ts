/**
 * When a tab opens on a watch page, it needs the app and the video, and neither depends on the other. Before React starts,
 * this module opens the video that the first call has answered (`first-watch.ts`); the page then shows it.
 */

import { preloadHls } from '../../../media/engine/load-hls.ts';
import { watchPageSlugs } from '../../../paths.ts';
import { fetchCompetition } from '../../competitions/competition-calls.ts';
import type { Competition } from '../../competitions/competition-types.ts';
import { playbackSession } from '../../playback/current-playback-session.ts';
import { begunWatch } from '../head-start/begun-watch.ts';
import type { FirstWatch } from '../head-start/first-watch.ts';
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
  const slug = watchPageSlugs(location.pathname)?.competitionSlug;
  const asked = begunWatch(location);
  // A viewer who must sign in or refresh the token has to wait for the app anyway.
  if (!slug || !asked) return null;
  const visit = visitOf(location);
  playbackSession.adopt(
    visit,
    asked.then(({ signedUrl }) => signedUrl.playbackSessionId),
  );
  // After the call has been sent: running hls.js uses the time until it is answered.
  preloadHls();
  return {
    slug,
    competition: asked.then(({ competition }) => competition).catch(() => fetchCompetition(slug)),
    hasFrame: asked.then((first) => openVideo(first, visit)).catch(() => {}),
  };
}

async function openVideo(first: FirstWatch, visit: string) {
  const block = first.competition.blocks.find(({ id }) => id === first.blockId);
  const stream = block?.liveStreams.find(({ id }) => id === first.liveStreamId);
  if (block && stream) await watchEarly(watchRequest(first.competition, block, stream), visit, first);
}
