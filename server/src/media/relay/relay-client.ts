/**
 * Asks the owner of a live video. Its address comes from the database alone, never from a viewer; it is called by http(s),
 * without redirects, and no answer may take long or be large.
 */
import { createSecretKey } from 'node:crypto';
import { type RelayTarget, signRelayPath } from './relay-path.ts';

interface RelayOwner {
  serverId: string;
  /** An http(s) origin. */
  serverUrl: string;
}

export type RelayAsk = Omit<RelayTarget, 'serverId' | 'videoId'> & {
  /** A playlist may wait for this part. */
  wait?: { msn: number; part: number };
};

export interface RelayAnswer {
  bytes: Buffer;
  etag: string;
}

/** @returns undefined: the owner has nothing by that name. @throws RelayAway */
export type RelayClient = (
  owner: RelayOwner,
  videoId: string,
  ask: RelayAsk,
) => Promise<RelayAnswer | undefined>;

/** The server does not answer, or is not the owner any more. */
export class RelayAway extends Error {
  override name = 'RelayAway';
}

/** An owner that is there has a new part, or the slate, before that. */
const answerMs = 3_000;
/** A hinted part may wait as long before it is sent. */
const fileMs = 6_000;
/** A segment of 6 s at 40 Mbit/s; a playlist of many hours. */
const mostBytes = 32 * 1024 * 1024;

export function createRelayClient(options: { signingKey: Buffer; now(): number }): RelayClient {
  const key = createSecretKey(options.signingKey);
  return async ({ serverId, serverUrl }, videoId, { wait, ...ask }) => {
    const origin = URL.canParse(serverUrl) ? new URL(serverUrl).origin : '';
    if (!/^https?:/.test(origin)) throw new RelayAway('The owner has no http(s) address');
    const query = wait === undefined ? '' : `?msn=${wait.msn}&part=${wait.part}`;
    const path = signRelayPath(key, { serverId, videoId, ...ask }, options.now());
    const signal = AbortSignal.timeout(ask.kind === 'segment' ? fileMs : answerMs);
    try {
      const response = await fetch(`${origin}${path}${query}`, { redirect: 'error', signal });
      if (response.ok)
        return { bytes: await readBounded(response), etag: response.headers.get('etag') ?? '' };
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new RelayAway(`The owner answered ${response.status}`);
    } catch (cause) {
      throw cause instanceof RelayAway ? cause : new RelayAway('The owner did not answer', { cause });
    }
  };
}

async function readBounded(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new RelayAway('An answer of the owner is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
