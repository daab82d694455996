import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { resetPasswordMail } from '../../mail/templates/account-mails.ts';
import { deleteRemoval } from '../factor-removal.repository.ts';
import { deleteIdentitiesSince } from '../provider-identity.repository.ts';
import { freezeFactorsSince } from '../second-factor.repository.ts';
import { youngFactorMs } from '../second-factor.rules.ts';
import { revokeSessionsOfUser } from '../sessions/session.repository.ts';
import { updateUser } from '../user.repository.ts';

import { deleteMailTokens } from './mail-token.repository.ts';
import { issueMailToken, redeemMailToken } from './mail-tokens.ts';

/** The change that the mail reports was written down a moment before the mail. */
const graceMs = 60_000;

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

export function reportHandlers({ db, now, originOf, wakeOutbox }: Deps): Handlers<'reportAccount'> {
  return {
    async reportAccount({ body, request }) {
      const instant = now();
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        const { user, token } = await redeemMailToken(trx, body.token, ['report-account'], instant);
        await revokeSessionsOfUser(trx, user.id, instant.toISOString());
        await deleteMailTokens(trx, user.id);
        // Somebody else knows the password, and may have added ways to sign in since the mail was written. Factors are only
        // frozen: the reader of the mail may be the thief, who must not remove the owner's new factor.
        await updateUser(trx, user.id, { passwordHash: null, updatedAt: instant.toISOString() });
        const since = new Date(Date.parse(token.createdAt) - graceMs).toISOString();
        await freezeFactorsSince(trx, user.id, {
          since: new Date(instant.getTime() - youngFactorMs).toISOString(),
          now: instant.toISOString(),
        });
        await deleteIdentitiesSince(trx, user.id, since);
        // The person who asked for the removal knows the password, and may be the thief.
        await deleteRemoval(trx, user.id);
        // If the address has changed since, the new one may be the attacker's.
        if (token.email !== user.email) return;
        const reset = {
          userId: user.id,
          purpose: 'reset-password',
          email: user.email,
          now: instant,
        } as const;
        const resetToken = await issueMailToken(trx, reset);
        await enqueueMail(trx, user.email, resetPasswordMail({ origin, token: resetToken }));
      });
      wakeOutbox();
      return { status: 204 };
    },
  };
}
