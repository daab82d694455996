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

interface TokenSetParts {
  user: Pick<UserRow, 'id' | 'email' | 'name'>;
  sessionId: string;
  /** No token outlives the session. */
  endsAt: string;
  tokens: Tokens;
  now: Date;
}

/**
 * Issues new tokens for a login session and stores the hash of the refresh token.
 * @param refreshToken its value.
 */
export async function issueTokens(
  db: Db,
  {
    remember,
    refreshToken = newSecret(),
    ...parts
  }: TokenSetParts & { remember: boolean; refreshToken?: string },
): Promise<TokenSet> {
  const { sessionId, endsAt, now } = parts;
  const expiresAt = expiryAfter(refreshTokenLifetimeMs(remember), { endsAt, now });
  await insertRefreshToken(db, {
    tokenHash: hashSecret(refreshToken),
    sessionId,
    createdAt: now.toISOString(),
    expiresAt,
    usedAt: null,
    attempt: null,
    successorSeed: null,
  });
  return tokenSetWith(db, { ...parts, refreshToken: { value: refreshToken, expiresAt } });
}

/** The tokens beside a refresh token that is stored already. */
export async function tokenSetWith(
  db: Db,
  { user, sessionId, endsAt, refreshToken, tokens, now }: TokenSetParts & { refreshToken: IssuedToken },
): Promise<TokenSet> {
  const permissions = await listPermissionCodes(db, user.id);
  const identity = { sub: user.id, email: user.email, name: user.name, permissions };
  const expiresAt = expiryAfter(accessTokenLifetimeMs, { endsAt, now });
  // Clients read it as long as the sign-in lasts; it proves nothing, so it may outlive the access token.
  const identityExpiry = new Date(refreshToken.expiresAt);
  return {
    accessToken: {
      value: await tokens.signAccessToken({ userId: user.id, sessionId }, now, new Date(expiresAt)),
      expiresAt,
    },
    identityToken: {
      value: await tokens.signIdentityToken(identity, now, identityExpiry),
      expiresAt: refreshToken.expiresAt,
    },
    refreshToken,
  };
}

function expiryAfter(ms: number, { endsAt, now }: { endsAt: string; now: Date }) {
  return new Date(Math.min(now.getTime() + ms, Date.parse(endsAt))).toISOString();
}
