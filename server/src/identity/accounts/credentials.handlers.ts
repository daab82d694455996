import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { accountExistsMail, verifyEmailMail } from '../../mail/templates/account-mails.ts';
import { displayName } from '../identity.rules.ts';
import type { KnownDevices } from '../sessions/known-device.ts';
import { revokeSession } from '../sessions/session.repository.ts';
import { clearSessionCookies } from '../sessions/session-cookies.ts';
import { findSessionOfRequest } from '../sessions/session-of-request.ts';
import { startLoginSession } from '../sessions/start-login-session.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { findUserByEmail, insertUser, lockPassword } from '../user.repository.ts';
import { answerSignIn } from './answer-sign-in.ts';
import { issueMailToken, redeemAddressToken } from './mail-tokens.ts';
import { notifyNewDevice } from './notify-new-device.ts';
import { hashPassword, isPasswordCorrect } from './passwords.ts';

interface Deps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  sessionMaxDays: number;
  knownDevices: KnownDevices;
  /** Checks a code beside the password, and spends it. */
  checkCode: (proof: {
    userId: string;
    code: string | undefined;
    now: Date;
  }) => Promise<'not-needed' | 'missing' | 'wrong' | 'frozen' | 'right'>;
  isSecure: (request: FastifyRequest) => boolean;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function credentialHandlers(deps: Deps): Handlers<'register' | 'login' | 'logout'> {
  const { db, now, tokens, sessionMaxDays, knownDevices, checkCode, isSecure, originOf, wakeOutbox } = deps;
  return {
    async register({ body, request }) {
      const passwordHash = await hashPassword(body.password);
      const origin = originOf(request);
      const { email, token: receiptToken } = body;
      const id = await db.transaction().execute(async (trx) => {
        if (receiptToken !== undefined) await redeemAddressToken(trx, receiptToken, email, now());
        const id = await insertUser(trx, {
          email,
          emailVerifiedAt: receiptToken === undefined ? null : now().toISOString(),
          name: displayName(body),
          firstName: body.firstName,
          middleName: body.middleName || null,
          lastName: body.lastName,
          phone: body.phone || null,
          passwordHash,
        });
        if (receiptToken !== undefined && id !== undefined) return id;
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
      // Only now: a guess of the password must neither learn about a code nor spend one.
      const code = await checkCode({ userId: user.id, code: body.code, now: instant });
      if (code === 'missing') throw problem('code-required');
      if (code === 'wrong') throw problem('invalid-code');

      const remember = body.remember ?? true;
      const origin = originOf(request);
      const issued = await db.transaction().execute(async (trx) => {
        // A password change ends the sessions; no session may begin with the old password after that.
        if (!(await lockPassword(trx, user))) throw problem('invalid-credentials');
        await notifyNewDevice(trx, { user, request, knownDevices, origin, now: instant });
        return startLoginSession(trx, {
          user,
          remember,
          request,
          tokens,
          sessionMaxDays,
          now: instant,
          secondFactor: code === 'right',
        });
      });
      wakeOutbox();
      const secure = isSecure(request);
      return answerSignIn({ reply, query }, { user, issued, remember, secure, knownDevices, now: instant });
    },

    async logout({ request, reply }) {
      const sessionId = await findSessionOfRequest(request, { db, tokens, now: now() });
      if (sessionId !== undefined) await revokeSession(db, sessionId, now().toISOString());
      clearSessionCookies(reply, isSecure(request));
      return { status: 204 };
    },
  };
}
