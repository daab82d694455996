/**
 * The token of a media address: `/media/hls/<sig>/<exp>/<leaseId>/<streamId>/<videoId>/...`. It is part of the path,
 * because every relative URI of a playlist then inherits it, on every client; child playlists would lose a query.
 * `sig` covers the four elements after it. A cache in front may drop the first three (sig, exp, leaseId) from its
 * key: the rest of the path identifies the bytes (docs/product.md, 15.1 to 15.3).
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** A key object instead of bytes: with bytes, each signature takes 14 µs instead of 2. */
export type SigningKey = KeyObject;

export interface MediaToken {
  /** base64url of HMAC-SHA256, 43 characters. */
  sig: string;
  /** Unix seconds; from this instant on the token is refused. */
  exp: string;
  leaseId: string;
  streamId: string;
  videoId: string;
}

export const mediaPathPrefix = '/media/hls';

/** Only these elements are signed: no decoder can read them as another path. */
const plainElement = /^[A-Za-z0-9_-]{1,64}$/;

export function signPath(
  key: SigningKey,
  grant: Omit<MediaToken, 'sig' | 'exp'> & { expiresAt: Date },
): string {
  const { leaseId, streamId, videoId } = grant;
  for (const element of [leaseId, streamId, videoId]) {
    if (!plainElement.test(element))
      throw new Error('An identifier of a media address has invalid characters');
  }
  const exp = String(Math.floor(grant.expiresAt.getTime() / 1000));
  const sig = signature(key, { exp, leaseId, streamId, videoId });
  return [mediaPathPrefix, sig, exp, leaseId, streamId, videoId].join('/');
}

export type TokenCheck = (token: MediaToken, nowMs: number) => boolean;

/** A player sends one token a hundred times; a cache of a few megabytes saves computing the signature each time. */
const rememberedTokens = 10_000;

/** The check returns true when this key signed exactly these elements and `exp` is in the future. */
export function createTokenCheck(key: SigningKey): TokenCheck {
  const genuine = new Set<string>();
  return (token, nowMs) => {
    if (nowMs >= Number(token.exp) * 1000) return false;
    const text = `${token.sig}/${token.exp}/${token.leaseId}/${token.streamId}/${token.videoId}`;
    if (genuine.has(text)) return true;
    if (!isGenuine(key, token)) return false;
    if (genuine.size >= rememberedTokens) genuine.clear();
    genuine.add(text);
    return true;
  };
}

function isGenuine(key: SigningKey, token: MediaToken): boolean {
  if (![token.leaseId, token.streamId, token.videoId].every((element) => plainElement.test(element)))
    return false;
  // This compares the texts, not the decoded bytes: the last base64url character of a 32-byte digest has
  // spare bits, so several texts decode to one signature.
  const given = Buffer.from(token.sig);
  const expected = Buffer.from(signature(key, token));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signature(key: SigningKey, { exp, leaseId, streamId, videoId }: Omit<MediaToken, 'sig'>): string {
  return createHmac('sha256', key).update(`hls/${exp}/${leaseId}/${streamId}/${videoId}`).digest('base64url');
}
