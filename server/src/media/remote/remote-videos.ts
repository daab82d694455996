/** The playlists of a provider: fetched once for all viewers, with a token that only this server knows. */
import { RemoteAway, type RemoteProvider, RemoteRefusal } from '../video-provider.ts';
import { Remembered } from './remembered.ts';
import { type RemoteList, type RemoteMaster, readList, readMaster } from './remote-playlists.ts';

export interface RemoteVideos {
  /** @throws RemoteAway, RemoteRefusal. */
  master(videoId: string): Promise<RemoteMaster>;
  /** undefined: the video has no such rung. @throws RemoteAway, RemoteRefusal. */
  list(videoId: string, rung: string): Promise<RemoteList | undefined>;
}

/** As long as the address of a segment of our own may live (docs/product.md, 15.4). */
const tokenMs = 120_000;
/** Then half of the token's life is left to whatever the master playlist leads to. */
const masterMs = 45_000;
const answerMs = 5_000;
const mostBytes = 4 * 1024 * 1024;

export function createRemoteVideos(provider: RemoteProvider, now: () => Date): RemoteVideos {
  const nowMs = () => now().getTime();
  const isAway = (error: unknown) => !(error instanceof RemoteRefusal);
  const check = (address: URL) => {
    if (!isFrom(address, provider.mediaHosts)) throw new Error('The provider leads to another host');
  };
  const masters = new Remembered<RemoteMaster>({
    async load(videoId) {
      const address = await provider.manifestUrl(videoId, new Date(nowMs() + tokenMs));
      return readMaster(await fetchText(address), address, check);
    },
    freshMs: () => masterMs,
    oldestMs: () => tokenMs,
    isAway,
    now: nowMs,
  });
  const lists = new Remembered<RemoteList>({
    load: async (key) => {
      const address = new URL(key.slice(key.indexOf(' ') + 1));
      return readList(await fetchText(address), address, check);
    },
    // A finished list is read again while its addresses live; of a live one viewers miss at most a part of a segment.
    freshMs: ({ isComplete, targetSeconds }) =>
      isComplete ? masterMs : Math.min(1_000, targetSeconds * 250),
    oldestMs: ({ isComplete, targetSeconds }) => (isComplete ? tokenMs : targetSeconds * 3_000),
    isAway,
    now: nowMs,
  });
  const listOf = async (videoId: string, rung: string) => {
    const address = (await masters.get(videoId)).rungs.get(rung);
    return address && lists.get(`${videoId} ${address.href}`);
  };
  return {
    master: (videoId) => masters.get(videoId),
    async list(videoId, rung) {
      try {
        return await listOf(videoId, rung);
      } catch (error) {
        if (!(error instanceof RemoteRefusal)) throw error;
        // Its address is too old, or the video has changed: the broadcast has ended, or it has begun again.
        masters.forget(videoId);
        return listOf(videoId, rung);
      }
    },
  };
}

async function fetchText(address: URL): Promise<string> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(answerMs) }).catch(
    (cause) => {
      throw new RemoteAway('The video provider did not answer', { cause });
    },
  );
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status >= 500 || response.status === 429) throw new RemoteAway(`HTTP ${response.status}`);
    throw new RemoteRefusal(response.status);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) {
      bytes += part.length;
      if (bytes > mostBytes) throw new RemoteAway('A playlist of the video provider is too long');
      parts.push(part);
    }
  } catch (cause) {
    throw cause instanceof RemoteAway ? cause : new RemoteAway('A playlist was cut off', { cause });
  }
  return Buffer.concat(parts).toString();
}

/** @param sources such as `https://*.mux.com` or `http://127.0.0.1:4000`. */
function isFrom({ protocol, host }: URL, sources: readonly string[]): boolean {
  return sources.some((source) => {
    const [start = '', end] = source.split('*');
    const origin = `${protocol}//${host}`;
    if (end === undefined) return origin === source;
    return origin.startsWith(start) && origin.endsWith(end) && origin.length > source.length - 1;
  });
}
