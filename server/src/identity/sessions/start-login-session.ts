import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
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
    now,
  }: { user: UserRow; remember: boolean; request: FastifyRequest; tokens: Tokens; now: Date },
): Promise<TokenSet> {
  const sessionId = await insertSession(trx, {
    userId: user.id,
    remember,
    userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
    createdAt: now.toISOString(),
    revokedAt: null,
  });
  return issueTokens(trx, { user, sessionId, remember, tokens, now });
}
