/**
 * The token of a playlist address: `/media/hls/<sig>/<exp>/<leaseId>/<streamId>/<videoId>/...`. It is part of the path,
 * because every relative URI of a playlist then inherits it, on every client; child playlists would lose a query.
 * `sig` covers the four elements after it. The token names a lease, and the lease is checked at every use, so its
 * holder has no more than the viewer has at that moment (docs/product.md, 15.1 to 15.3). For the preview of an organiser
 * their login session takes its place.
 */
import { type Claim, createSignatureCheck, expirySeconds, type SigningKey, sign } from './signature.ts';

export interface MediaToken {
  sig: string;
  exp: string;
  leaseId: string;
  streamId: string;
  videoId: string;
}

export const playlistPrefix = '/media/hls';

export function signPath(
  key: SigningKey,
  { leaseId, streamId, videoId, expiresAt }: Omit<MediaToken, 'sig' | 'exp'> & { expiresAt: Date },
  prefix = playlistPrefix,
): string {
  const exp = expirySeconds(expiresAt);
  const sig = sign(key, claimOf({ exp, leaseId, streamId, videoId }));
  return [prefix, sig, exp, leaseId, streamId, videoId].join('/');
}

export type TokenCheck = (token: MediaToken, nowMs: number) => boolean;

export function createTokenCheck(key: SigningKey): TokenCheck {
  const isSigned = createSignatureCheck(key);
  return (token, nowMs) => isSigned(token.sig, claimOf(token), nowMs);
}

function claimOf({ exp, leaseId, streamId, videoId }: Omit<MediaToken, 'sig'>): Claim {
  return { kind: 'hls', exp, elements: [leaseId, streamId, videoId] };
}
