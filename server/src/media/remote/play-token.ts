import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

/** A token of a provider's signing key (RS256) that plays one video until it expires. */
export function signPlayToken(
  { key, keyId }: { key: KeyObject; keyId: string },
  { videoId, expiresAt, audience }: { videoId: string; expiresAt: Date; audience?: string },
): Promise<string> {
  return new SignJWT({ sub: videoId, kid: keyId, ...(audience ? { aud: audience } : {}) })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(key);
}
