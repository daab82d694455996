import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { type SignedInUser, signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { resetPasswordMail } from '../../mail/templates/account-mails.ts';
import { hashSecret } from '../one-time-secret.ts';
import { type KnownDevices, keepKnown } from '../sessions/known-device.ts';
import { findLiveSession } from '../sessions/session.repository.ts';
import { findUser, lockUser, lockUserByEmail } from '../user.repository.ts';
import { currentPasswordProblem, requireCurrentPassword } from './current-password.ts';
import { findMailToken } from './mail-token.repository.ts';
import { issueMailToken, mailTokenRefused } from './mail-tokens.ts';
import { hashPassword } from './passwords.ts';
import type { OnTakeOver } from './remove-ways-in.ts';
import { setPassword } from './set-password.ts';
import { setPasswordByMail } from './set-password-by-mail.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  knownDevices: KnownDevices;
  isSecure: (request: FastifyRequest) => boolean;
  /** Called after the commit. */
  wakeOutbox: () => void;
  /** @throws problem step-up-required unless the user has proved lately who they are. */
  requireStepUp: (user: SignedInUser) => void;
  onTakeOver: OnTakeOver;
}

/** Resets a lost password and changes the own one. Hashing is always outside of transactions. */
export function passwordHandlers({
  db,
  now,
  originOf,
  knownDevices,
  isSecure,
  wakeOutbox,
  requireStepUp,
  onTakeOver,
}: Deps): Handlers<'requestPasswordReset' | 'resetPassword' | 'changeOwnPassword'> {
  return {
    async requestPasswordReset({ body: { email }, request }) {
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        // An unknown address runs the same statements, including the commit, without an account.
        const userId = (await lockUserByEmail(trx, email)) ?? null;
        const token = await issueMailToken(trx, { userId, purpose: 'reset-password', email, now: now() });
        await enqueueMail(trx, userId === null ? null : email, resetPasswordMail({ origin, token }));
      });
      wakeOutbox();
      return { status: 204 };
    },

    async resetPassword({ body, request }) {
      const instant = now();
      // A guessed token must not cost a hash.
      const found = await findMailToken(
        db,
        hashSecret(body.token),
        ['reset-password'],
        instant.toISOString(),
      );
      if (!found?.userId) throw mailTokenRefused();
      const passwordHash = await hashPassword(body.password);
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        const { token } = body;
        await setPasswordByMail(trx, {
          token,
          purpose: 'reset-password',
          passwordHash,
          now: instant,
          origin,
          onTakeOver,
        });
      });
      wakeOutbox();
      return { status: 204 };
    },

    async changeOwnPassword({ body, request, reply }) {
      const { userId, sessionId } = signedInUser(request);
      const before = await findUser(db, userId);
      if (before === undefined) throw problem('unauthorized');
      // A stolen access token must not get a password of its own.
      if (before.passwordHash === null) requireStepUp(signedInUser(request));
      else await requireCurrentPassword(before, body.currentPassword);
      const passwordHash = await hashPassword(body.password);
      const origin = originOf(request);
      const deviceEpoch = await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const user = await findUser(trx, userId);
        // The owner may have ended this session during the hashing, or reset the password.
        if (!user || !(await findLiveSession(trx, sessionId, userId, now().toISOString())))
          throw problem('unauthorized');
        // The password changed during the hashing, for example by a reset, so the check above no longer counts.
        if (user.passwordHash !== before.passwordHash) {
          throw currentPasswordProblem('This is not the password of your account.');
        }
        await setPassword(trx, { user, passwordHash, now: now(), keepSessionId: sessionId, origin });
        return user.deviceEpoch + 1;
      });
      wakeOutbox();
      keepKnown(request, reply, { id: userId, deviceEpoch }, { knownDevices, isSecure, now });
      return { status: 204 };
    },
  };
}
