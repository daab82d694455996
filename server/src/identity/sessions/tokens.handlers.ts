import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { judgeRefusedToken, repeatableMs } from '../identity.rules.ts';
import { hashSecret } from '../one-time-secret.ts';
import { findUser } from '../user.repository.ts';
import { issueTokens } from './issue-tokens.ts';
import {
  findRefreshToken,
  forgetSession,
  revokeSession,
  spendRefreshToken,
  takeBackSuccessor,
} from './session.repository.ts';
import { readSessionCookies, setSessionCookies } from './session-cookies.ts';
import type { Tokens } from './tokens.ts';

interface Deps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  isSecure: (request: FastifyRequest) => boolean;
}

export function tokenHandlers({ db, now, tokens, isSecure }: Deps): Handlers<'refreshToken' | 'getUserInfo'> {
  return {
    async refreshToken({ body, request, reply }) {
      const given = body?.refreshToken ?? readSessionCookies(request).refreshToken;
      if (!given) throw problem('unauthorized');
      const tokenHash = hashSecret(given);
      const attempt = body?.attempt ?? null;
      const instant = now();
      const refreshed = await db.transaction().execute(async (trx) => {
        const session = await sessionOf(trx, tokenHash, attempt, instant);
        const user = session && (await findUser(trx, session.userId));
        if (session === undefined || user === undefined) return undefined;
        const { sessionId, endsAt } = session;
        // The sign-in chose it, perhaps on a shared computer: a call may only make the session shorter.
        const remember = session.remember && body?.remember !== false;
        if (remember !== session.remember) await forgetSession(trx, sessionId);
        const kept = { user, sessionId, remember, endsAt, predecessorHash: tokenHash };
        const issued = await issueTokens(trx, { ...kept, tokens, now: instant });
        return { remember, issued };
      });
      if (refreshed === undefined) {
        await detectReuse(tokenHash, instant);
        // Keeps the cookies: another tab may just have received new, valid ones.
        throw problem('unauthorized');
      }
      const { issued, remember } = refreshed;
      if (body?.refreshToken === undefined) {
        setSessionCookies(reply, issued, { remember, secure: isSecure(request) });
      }
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: issued };
    },

    async getUserInfo({ request }) {
      const user = await findUser(db, signedInUser(request).userId);
      if (user === undefined) throw problem('unauthorized');
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: {
          sub: user.id,
          name: user.name,
          first_name: user.firstName,
          middle_name: user.middleName,
          last_name: user.lastName,
          email: user.email,
          email_verified: user.emailVerifiedAt !== null,
          phone_number: user.phone,
          phone_number_verified: false,
          updated_at: Math.floor(Date.parse(user.updatedAt) / 1000),
        },
      };
    },
  };

  /** Of the token, or of its repeat when the answer was lost (docs/product.md, 9.6). */
  async function sessionOf(trx: Db, tokenHash: string, attempt: string | null, instant: Date) {
    const now = instant.toISOString();
    const session = await spendRefreshToken(trx, { tokenHash, attempt, now });
    if (session !== undefined || attempt === null) return session;
    const since = new Date(instant.getTime() - repeatableMs).toISOString();
    const lost = { tokenHash, attempt, since, now };
    // The second statement sees the successor of a call that ran at the same time.
    return (await takeBackSuccessor(trx, lost)) ?? (await takeBackSuccessor(trx, lost));
  }

  async function detectReuse(tokenHash: string, instant: Date): Promise<void> {
    const token = await findRefreshToken(db, tokenHash);
    if (token && judgeRefusedToken(token.usedAt, instant) === 'revoke-session') {
      await revokeSession(db, token.sessionId, instant.toISOString());
    }
  }
}
