import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import { bearerToken } from '../../http/bearer-token.ts';
import { hashSecret } from '../one-time-secret.ts';
import { findRefreshToken } from './session.repository.ts';
import { readSessionCookies } from './session-cookies.ts';
import type { Tokens } from './tokens.ts';

/**
 * The session that a request could end: named by its access token, or by its refresh token when the access token has
 * expired. It proves less than a sign-in needs.
 */
export async function findSessionOfRequest(
  request: FastifyRequest,
  { db, tokens, now }: { db: Db; tokens: Tokens; now: Date },
): Promise<string | undefined> {
  const cookies = readSessionCookies(request);
  const accessToken = bearerToken(request) ?? cookies.accessToken;
  const claims = accessToken ? await tokens.verifyAccessToken(accessToken, now) : undefined;
  if (claims) return claims.sessionId;
  if (!cookies.refreshToken) return undefined;
  return (await findRefreshToken(db, hashSecret(cookies.refreshToken)))?.sessionId;
}
