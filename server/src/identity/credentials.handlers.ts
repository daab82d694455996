import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { displayName } from './identity.rules.ts';
import { issueTokens } from './issue-tokens.ts';
import { hashPassword, isPasswordCorrect } from './passwords.ts';
import { findRefreshToken, insertSession, revokeSession } from './session.repository.ts';
import { clearSessionCookies, readSessionCookies, setSessionCookies } from './session-cookies.ts';
import { hashRefreshToken, type Tokens } from './tokens.ts';
import { findUserByEmail, holdPassword, insertUser } from './user.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  isSecure: (request: FastifyRequest) => boolean;
}

const emailTaken = {
  detail: 'An account with this e-mail address exists already.',
  pointer: '/email',
  location: 'body' as const,
};

export function credentialHandlers(deps: Deps): Handlers<'register' | 'login' | 'logout'> {
  const { db, now, tokens, isSecure } = deps;
  return {
    async register({ body }) {
      const passwordHash = await hashPassword(body.password);
      const id = await insertUser(db, {
        email: body.email,
        emailVerifiedAt: null,
        name: displayName(body),
        firstName: body.firstName,
        middleName: body.middleName || null,
        lastName: body.lastName,
        phone: body.phone || null,
        passwordHash,
      });
      if (id === undefined) throw problem('conflict', { detail: emailTaken.detail, issues: [emailTaken] });
      return { status: 201, headers: { location: `/api/v1/identity/users/${id}` }, body: { id } };
    },

    async login({ body, query, request, reply }) {
      const user = await findUserByEmail(db, body.email);
      // An unknown address costs and answers the same as a wrong password.
      const isCorrect = await isPasswordCorrect(user?.passwordHash ?? null, body.password);
      if (user === undefined || !isCorrect) throw problem('invalid-credentials');

      const instant = now();
      const remember = body.remember ?? true;
      const issued = await db.transaction().execute(async (trx) => {
        // Who changed the password meanwhile has ended the sessions: none may begin with the old one after that.
        if (!(await holdPassword(trx, user))) throw problem('invalid-credentials');
        const sessionId = await insertSession(trx, {
          userId: user.id,
          remember,
          userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
          createdAt: instant.toISOString(),
          revokedAt: null,
        });
        return issueTokens(trx, { user, sessionId, remember, tokens, now: instant });
      });
      setSessionCookies(reply, issued, { remember, secure: isSecure(request) });
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: query.includeTokens === 'true' ? { id: user.id, tokens: issued } : { id: user.id },
      };
    },

    async logout({ request, reply }) {
      const sessionId = await sessionToEnd(request);
      if (sessionId !== undefined) await revokeSession(db, sessionId, now().toISOString());
      clearSessionCookies(reply, isSecure(request));
      return { status: 204 };
    },
  };

  /** Named by the access token, or by the refresh token once that has expired. */
  async function sessionToEnd(request: FastifyRequest): Promise<string | undefined> {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const cookies = readSessionCookies(request);
    const accessToken = bearer ?? cookies.accessToken;
    const claims = accessToken ? await tokens.verifyAccessToken(accessToken, now()) : undefined;
    if (claims) return claims.sessionId;
    if (!cookies.refreshToken) return undefined;
    return (await findRefreshToken(db, hashRefreshToken(cookies.refreshToken)))?.sessionId;
  }
}
