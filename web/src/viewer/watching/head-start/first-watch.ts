/**
 * The one call that begins a watch page (docs/product.md, 35.1), and the files that its answer names. `head-script.ts`
 * sends it before the app is there, so this module stays small: no player, no React.
 */

import type { contractClient } from '../../../api/contract-client.ts';
import { patience } from '../../../api/patience.ts';
import { serverUrl } from '../../../config.ts';
import { streamTechnology } from '../../../media/engine/device.ts';
import type { FetchedFile, FirstMedia } from '../../../media/engine/first-media.ts';
import { isWatchPage, watchPageSlugs } from '../../../paths.ts';
import type { Competition, WatchAnswer, WatchQuery } from '../../competitions/competition-types.ts';

export interface FirstWatch extends Omit<WatchAnswer, 'competition' | 'playlists' | 'files'> {
  competition: Competition;
  media: FirstMedia;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * True on a watch page for a viewer who looks signed in: nothing begins before the page is seen. Ask once, when the page
 * loads: after a later sign-in the app begins the watch.
 */
export function beginsWithWatch({ pathname }: { pathname: string }) {
  return isWatchPage(pathname) && document.cookie.includes('identityToken=');
}

/** The stream that the address of a watch page names. */
export function chosenStream({ search }: { search: string }): string | undefined {
  const chosenId = new URLSearchParams(search).get('stream');
  return chosenId && uuid.test(chosenId) ? chosenId : undefined;
}

export type Post = ReturnType<typeof contractClient>['POST'];

/**
 * Asks for the watch of this page.
 * @param client sends the call; the viewer must be signed in.
 * @returns null when this is no watch page. Rejects with the problem, or without a network.
 */
export function beginWatch(location: Location, client: { POST: Post }): Promise<FirstWatch> | null {
  const slugs = watchPageSlugs(location.pathname);
  if (!slugs) return null;
  const { competitionSlug, blockSlug } = slugs;
  const liveStreamId = chosenStream(location);
  const answer = ask(client.POST, {
    competitionId: competitionSlug,
    atLimit: 'refuse' as const,
    player: streamTechnology(),
    ...(blockSlug === 'live' ? {} : { block: blockSlug }),
    ...(liveStreamId === undefined ? {} : { liveStreamId }),
  });
  // Who awaits it handles its errors.
  answer.catch(() => {});
  return answer;
}

async function ask(post: Post, query: WatchQuery): Promise<FirstWatch> {
  const { data, error } = await post('/api/v1/playback/watches', { params: { query }, ...patience() });
  if (error) throw error;
  const { competition, playlists, files, signedUrl, ...watch } = data;
  // A browser that plays by itself would load them twice.
  const isOurs = query.player === 'mse';
  return {
    ...watch,
    signedUrl: { ...signedUrl, url: serverUrl(signedUrl.url) },
    competition: competition as Competition,
    media: {
      at: performance.now(),
      playlists: isOurs ? (playlists ?? []).map(({ url, text }) => ({ url: serverUrl(url), text })) : [],
      files: new Map(isOurs ? files.map(serverUrl).map((url) => [url, fetchFile(url)]) : []),
    },
  };
}

async function fetchFile(url: string): Promise<FetchedFile | undefined> {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, { priority: 'high', credentials: 'omit' });
    const beganAt = performance.now();
    if (!response.ok) return undefined;
    const bytes = await response.arrayBuffer();
    return { bytes, startedAt, beganAt, endedAt: performance.now() };
  } catch {
    return undefined;
  }
}
