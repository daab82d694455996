import type { Db } from '../../db/database.ts';
import { accessTokenLifetimeMs, refreshTokenLifetimeMs } from '../identity.rules.ts';
import type { UserRow } from '../identity.tables.ts';
import { hashSecret, newSecret } from '../one-time-secret.ts';
import { listPermissionCodes } from '../user.repository.ts';
import { insertRefreshToken } from './session.repository.ts';
import type { Tokens } from './tokens.ts';

interface IssuedToken {
  value: string;
  expiresAt: string;
}

export interface TokenSet {
  accessToken: IssuedToken;
  identityToken: IssuedToken;
  refreshToken: IssuedToken;
}

/** Issues new tokens for a login session and stores the hash of the refresh token. */
export async function issueTokens(
  db: Db,
  {
    user,
    sessionId,
    remember,
    endsAt,
    predecessorHash = null,
    tokens,
    now,
  }: {
    user: Pick<UserRow, 'id' | 'email' | 'name'>;
    sessionId: string;
    remember: boolean;
    /** No token outlives the session. */
    endsAt: string;
    /** Of the refresh token that is exchanged. */
    predecessorHash?: string | null;
    tokens: Tokens;
    now: Date;
  },
): Promise<TokenSet> {
  const expiryAfter = (ms: number) => new Date(Math.min(now.getTime() + ms, Date.parse(endsAt)));
  const accessExpiry = expiryAfter(accessTokenLifetimeMs);
  const refreshExpiry = expiryAfter(refreshTokenLifetimeMs(remember));
  const permissions = await listPermissionCodes(db, user.id);
  const refreshToken = newSecret();
  await insertRefreshToken(db, {
    tokenHash: hashSecret(refreshToken),
    sessionId,
    createdAt: now.toISOString(),
    expiresAt: refreshExpiry.toISOString(),
    usedAt: null,
    attempt: null,
    predecessorHash,
  });
  const identity = { sub: user.id, email: user.email, name: user.name, permissions };
  const issued = (value: string, expiresAt: Date) => ({ value, expiresAt: expiresAt.toISOString() });
  return {
    accessToken: issued(
      await tokens.signAccessToken({ userId: user.id, sessionId }, now, accessExpiry),
      accessExpiry,
    ),
    // Clients read it as long as the sign-in lasts; it proves nothing, so it may outlive the access token.
    identityToken: issued(await tokens.signIdentityToken(identity, now, refreshExpiry), refreshExpiry),
    refreshToken: issued(refreshToken, refreshExpiry),
  };
}
