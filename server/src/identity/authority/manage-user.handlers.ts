import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { assertMatch, contentTag } from '../../http/entity-tag.ts';
import { problem } from '../../http/problems.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { verifyEmailMail } from '../../mail/templates/account-mails.ts';
import { issueMailToken } from '../accounts/mail-tokens.ts';
import type { UserRow } from '../identity.tables.ts';
import { deviceName } from '../sessions/device-name.ts';
import { listLiveSessions, revokeSessionsOfUser } from '../sessions/session.repository.ts';
import { findUser, lockUser, updateUser } from '../user.repository.ts';
import { toUserBody } from '../user-body.ts';
import { assertNotStronger, lockAuthority } from './assert-authority.ts';

type ManageOperations =
  | 'updateUser'
  | 'verifyUserEmail'
  | 'sendUserVerification'
  | 'listUserLoginSessions'
  | 'endUserLoginSessions';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

/** What administrators do with the accounts of others, beside roles, passwords and deletions. */
export function manageUserHandlers({ db, now, originOf, wakeOutbox }: Deps): Handlers<ManageOperations> {
  /** Locks the user for a change by somebody who must not hold less. */
  const lockWeaker = async (trx: Db, userId: string, request: FastifyRequest): Promise<UserRow> => {
    const held = await lockAuthority(trx, signedInUser(request));
    await lockUser(trx, userId);
    const user = await findUser(trx, userId);
    if (user === undefined) throw problem('not-found');
    await assertNotStronger(trx, user.id, held);
    return user;
  };

  return {
    async updateUser({ path, body, request }) {
      return db.transaction().execute(async (trx) => {
        const user = await lockWeaker(trx, path.userId, request);
        const before = toUserBody(user);
        assertMatch(request, contentTag(before));
        const changes = {
          ...body,
          ...(body.middleName === undefined ? {} : { middleName: body.middleName || null }),
          ...(body.phone === undefined ? {} : { phone: body.phone || null }),
        };
        const after = { ...before, ...changes };
        const changed = { status: 204 as const, headers: { etag: contentTag(after) } };
        if (Object.keys(changes).length === 0) return changed;
        await updateUser(trx, user.id, { ...changes, updatedAt: now().toISOString() });
        await recordChange(trx, request, {
          action: 'updateUser',
          entityId: user.id,
          before,
          after,
        });
        return changed;
      });
    },

    async verifyUserEmail({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const user = await lockWeaker(trx, path.userId, request);
        assertUnconfirmed(user);
        const instant = now().toISOString();
        await updateUser(trx, user.id, { emailVerifiedAt: instant, updatedAt: instant });
        await recordChange(trx, request, {
          action: 'verifyUserEmail',
          entityId: user.id,
          before: { email: user.email, emailVerified: false },
          after: { email: user.email, emailVerified: true },
        });
      });
      return { status: 204 };
    },

    async sendUserVerification({ path, request }) {
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, path.userId);
        const user = await findUser(trx, path.userId);
        if (user === undefined) throw problem('not-found');
        assertUnconfirmed(user);
        const { id: userId, email } = user;
        const token = await issueMailToken(trx, { userId, purpose: 'verify-email', email, now: now() });
        await enqueueMail(trx, email, verifyEmailMail({ origin, token }));
        await recordChange(trx, request, {
          action: 'sendUserVerification',
          entityId: userId,
          before: { verificationMail: null },
          after: { verificationMail: 'sent' },
        });
      });
      wakeOutbox();
      return { status: 204 };
    },

    async listUserLoginSessions({ path }) {
      if ((await findUser(db, path.userId)) === undefined) throw problem('not-found');
      const sessions = await listLiveSessions(db, path.userId, now().toISOString());
      const data = sessions.map(({ userAgent, ...session }) => ({
        ...session,
        deviceName: deviceName(userAgent),
      }));
      return { status: 200, body: { data, total: data.length } };
    },

    async endUserLoginSessions({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const user = await lockWeaker(trx, path.userId, request);
        const instant = now().toISOString();
        const devices = (await listLiveSessions(trx, user.id, instant)).length;
        await revokeSessionsOfUser(trx, user.id, instant);
        await recordChange(trx, request, {
          action: 'endUserLoginSessions',
          entityId: user.id,
          before: { loginSessions: devices },
          after: { loginSessions: 0 },
        });
      });
      return { status: 204 };
    },
  };
}

/** @throws problem 409 when the address is confirmed already. */
function assertUnconfirmed({ emailVerifiedAt }: UserRow): void {
  if (emailVerifiedAt !== null)
    throw problem('conflict', { detail: 'The e-mail address is confirmed already.' });
}
