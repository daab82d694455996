import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import { sessionEnd } from '../identity.rules.ts';
import type { UserRow } from '../identity.tables.ts';
import { issueTokens, type TokenSet } from './issue-tokens.ts';
import { insertSession } from './session.repository.ts';
import type { Tokens } from './tokens.ts';

/** Signs a user in on the device of the request. The caller has already checked their password or provider. */
export async function startLoginSession(
  trx: Db,
  {
    user,
    remember,
    request,
    tokens,
    sessionMaxDays,
    now,
    authenticatedAt = now,
    secondFactor = false,
  }: {
    user: UserRow;
    remember: boolean;
    request: FastifyRequest;
    tokens: Tokens;
    sessionMaxDays: number;
    now: Date;
    /** When they proved who they are. */
    authenticatedAt?: Date;
    /** Whether they have also checked a second factor. */
    secondFactor?: boolean;
  },
): Promise<TokenSet> {
  const endsAt = sessionEnd(now, sessionMaxDays).toISOString();
  const sessionId = await insertSession(trx, {
    userId: user.id,
    remember,
    userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
    createdAt: now.toISOString(),
    endsAt,
    authenticatedAt: authenticatedAt.toISOString(),
    secondFactor,
    secondFactorAt: secondFactor ? now.toISOString() : null,
    revokedAt: null,
  });
  return issueTokens(trx, { user, sessionId, remember, endsAt, tokens, now });
}
