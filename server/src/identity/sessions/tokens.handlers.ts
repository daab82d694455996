import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { judgeRefusedToken } from '../identity.rules.ts';
import { hashSecret, newSecret, successorOf } from '../one-time-secret.ts';
import { findUser } from '../user.repository.ts';
import { issueTokens, tokenSetWith } from './issue-tokens.ts';
import {
  findRefreshToken,
  findRepeatedRefresh,
  findUnusedToken,
  forgetSession,
  revokeSession,
  spendRefreshToken,
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
      const attempt = body?.attempt ?? null;
      const asked = { given, tokenHash: hashSecret(given), attempt, instant: now() };
      const refreshed = await db.transaction().execute(async (trx) => {
        const found = (await spend(trx, asked)) ?? (await findLost(trx, asked));
        const user = found && (await findUser(trx, found.session.userId));
        if (found === undefined || user === undefined) return undefined;
        const { session, refreshToken, expiresAt } = found;
        const { sessionId, endsAt } = session;
        // The sign-in chose it, perhaps on a shared computer: a call may only make the session shorter.
        const remember = session.remember && body?.remember !== false;
        if (remember !== session.remember) await forgetSession(trx, sessionId);
        const parts = { user, sessionId, endsAt, tokens, now: asked.instant };
        const issued = expiresAt
          ? await tokenSetWith(trx, { ...parts, refreshToken: { value: refreshToken, expiresAt } })
          : await issueTokens(trx, { ...parts, remember, refreshToken });
        return { remember, issued };
      });
      if (refreshed === undefined) {
        await detectReuse(asked);
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

  async function spend(trx: Db, { given, tokenHash, attempt, instant }: Asked) {
    const seed = newSecret();
    const successorSeed = attempt === null ? null : seed;
    const session = await spendRefreshToken(trx, {
      tokenHash,
      attempt,
      successorSeed,
      now: instant.toISOString(),
    });
    return session && { session, refreshToken: successorOf(given, seed), expiresAt: undefined };
  }

  /** The answer to this attempt was lost: it gets the same refresh token again (docs/product.md, 9.6). */
  async function findLost(trx: Db, { given, tokenHash, attempt, instant }: Asked) {
    if (attempt === null) return undefined;
    const now = instant.toISOString();
    const session = await findRepeatedRefresh(trx, { tokenHash, attempt, now });
    if (!session?.successorSeed) return undefined;
    const refreshToken = successorOf(given, session.successorSeed);
    const unused = await findUnusedToken(trx, hashSecret(refreshToken), now);
    return unused && { session, refreshToken, expiresAt: new Date(unused.expiresAt).toISOString() };
  }

  async function detectReuse({ tokenHash, attempt, instant }: Asked): Promise<void> {
    const token = await findRefreshToken(db, tokenHash);
    // A request of the client's own that comes late steals nothing.
    if (token === undefined || (attempt !== null && token.attempt === attempt)) return;
    if (judgeRefusedToken(token.usedAt, instant) === 'revoke-session') {
      await revokeSession(db, token.sessionId, instant.toISOString());
    }
  }
}

interface Asked {
  given: string;
  tokenHash: string;
  attempt: string | null;
  instant: Date;
}
