import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { bearerToken } from '../../http/bearer-token.ts';
import { problem } from '../../http/problems.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { accountExistsMail, verifyEmailMail } from '../../mail/templates/account-mails.ts';
import { displayName } from '../identity.rules.ts';
import type { KnownDevices } from '../limits/known-device.ts';
import { hashSecret } from '../one-time-secret.ts';
import { findRefreshToken, revokeSession } from '../sessions/session.repository.ts';
import { clearSessionCookies, readSessionCookies, setSessionCookies } from '../sessions/session-cookies.ts';
import { startLoginSession } from '../sessions/start-login-session.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { findUserByEmail, insertUser, lockPassword } from '../user.repository.ts';
import { issueMailToken } from './mail-tokens.ts';
import { hashPassword, isPasswordCorrect } from './passwords.ts';

interface Deps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  knownDevices: KnownDevices;
  isSecure: (request: FastifyRequest) => boolean;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function credentialHandlers(deps: Deps): Handlers<'register' | 'login' | 'logout'> {
  const { db, now, tokens, knownDevices, isSecure, originOf, wakeOutbox } = deps;
  return {
    async register({ body, request }) {
      const passwordHash = await hashPassword(body.password);
      const origin = originOf(request);
      const { email } = body;
      const id = await db.transaction().execute(async (trx) => {
        const id = await insertUser(trx, {
          email,
          emailVerifiedAt: null,
          name: displayName(body),
          firstName: body.firstName,
          middleName: body.middleName || null,
          lastName: body.lastName,
          phone: body.phone || null,
          passwordHash,
        });
        // Only a mail tells the owner that the address is taken; the answer and the work are the same for both cases.
        const userId = id ?? null;
        const token = await issueMailToken(trx, { userId, purpose: 'verify-email', email, now: now() });
        await enqueueMail(
          trx,
          email,
          id === undefined ? accountExistsMail(origin) : verifyEmailMail({ origin, token }),
        );
        return id ?? randomUUID();
      });
      wakeOutbox();
      return { status: 201, headers: { location: `/api/v1/identity/users/${id}` }, body: { id } };
    },

    async login({ body, query, request, reply }) {
      const user = await findUserByEmail(db, body.email);
      // An unknown address takes the same time and gets the same answer as a wrong password.
      const isCorrect = await isPasswordCorrect(user?.passwordHash ?? null, body.password);
      if (user === undefined || !isCorrect) throw problem('invalid-credentials');

      const instant = now();
      const remember = body.remember ?? true;
      const issued = await db.transaction().execute(async (trx) => {
        // A password change ends the sessions; no session may begin with the old password after that.
        if (!(await lockPassword(trx, user))) throw problem('invalid-credentials');
        return startLoginSession(trx, { user, remember, request, tokens, now: instant });
      });
      const secure = isSecure(request);
      setSessionCookies(reply, issued, { remember, secure });
      knownDevices.remember(reply, user.email, { remember, secure, now: instant });
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

  /** Named by the access token, or by the refresh token when the access token has expired. */
  async function sessionToEnd(request: FastifyRequest): Promise<string | undefined> {
    const cookies = readSessionCookies(request);
    const accessToken = bearerToken(request) ?? cookies.accessToken;
    const claims = accessToken ? await tokens.verifyAccessToken(accessToken, now()) : undefined;
    if (claims) return claims.sessionId;
    if (!cookies.refreshToken) return undefined;
    return (await findRefreshToken(db, hashSecret(cookies.refreshToken)))?.sessionId;
  }
}
