/**
 * Access token: proof of a login session for 10 minutes, checked against the database at each request.
 * Identity token: e-mail and permissions for display in the client; never accepted as proof of anything.
 * The refresh token is not a JWT but a random secret (`one-time-secret.ts`).
 */
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { Keyring } from './keyring.ts';
import { type TokenKey, tokenAlgorithm } from './signing-keys.ts';

const issuer = 'ringside';
const accessAudience = 'ringside:api';
const identityAudience = 'ringside:client';
const rememberedVerifications = 5_000;

interface AccessClaims {
  userId: string;
  sessionId: string;
}

interface IdentityClaims {
  sub: string;
  email: string;
  name: string;
  permissions: string[];
}

export interface Tokens {
  signAccessToken(claims: AccessClaims, issuedAt: Date, expiresAt: Date): Promise<string>;
  signIdentityToken(claims: IdentityClaims, issuedAt: Date, expiresAt: Date): Promise<string>;
  /** undefined: foreign, altered or expired. @throws when it needs a key from the database and cannot reach it. */
  verifyAccessToken(token: string, now: Date): Promise<AccessClaims | undefined>;
}

export function createTokens(keyring: Keyring): Tokens {
  const verified = new Map<string, AccessClaims & { expiresAt: number; keyId: string }>();

  const sign =
    (typ: string, audience: string, key: TokenKey, claims: Record<string, unknown>) =>
    (subject: string, issuedAt: Date, expiresAt: Date) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: tokenAlgorithm, typ, kid: key.id })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key.privateKey);

  return {
    signAccessToken: ({ userId, sessionId }, issuedAt, expiresAt) =>
      sign('at+jwt', accessAudience, keyring.current(), { sid: sessionId })(userId, issuedAt, expiresAt),

    signIdentityToken: ({ sub, ...claims }, issuedAt, expiresAt) =>
      sign('JWT', identityAudience, keyring.current(), claims)(sub, issuedAt, expiresAt),

    async verifyAccessToken(token, now) {
      // A valid signature stays valid: a client that calls every few seconds is verified once per token.
      const known = verified.get(token);
      const keyId = known?.keyId ?? keyIdOf(token);
      const key = keyId === undefined ? undefined : await keyring.find(keyId);
      if (key === undefined) return undefined;
      if (known) return known.expiresAt > now.getTime() ? known : undefined;
      try {
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: [tokenAlgorithm],
          typ: 'at+jwt',
          issuer,
          audience: accessAudience,
          requiredClaims: ['sub', 'sid', 'exp'],
          currentDate: now,
        });
        const claims = {
          userId: String(payload.sub),
          sessionId: String(payload.sid),
          expiresAt: Number(payload.exp) * 1000,
          keyId: key.id,
        };
        const oldest = verified.size >= rememberedVerifications ? verified.keys().next() : undefined;
        if (oldest && !oldest.done) verified.delete(oldest.value);
        verified.set(token, claims);
        return claims;
      } catch {
        return undefined;
      }
    },
  };
}

/** undefined: not a JWT with a key id. */
function keyIdOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
