import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { hashSecret } from '../one-time-secret.ts';
import { findUser } from '../user.repository.ts';
import { findMailToken } from './mail-token.repository.ts';
import { mailTokenRefused } from './mail-tokens.ts';
import { mayStillInvite } from './may-still-invite.ts';
import { hashPassword } from './passwords.ts';
import type { OnTakeOver } from './remove-ways-in.ts';
import { setPasswordByMail } from './set-password-by-mail.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
  onTakeOver: OnTakeOver;
}

/** The side of the person who is invited; `invite.handlers.ts` has the other one. */
export function invitationHandlers({
  db,
  now,
  originOf,
  wakeOutbox,
  onTakeOver,
}: Deps): Handlers<'getInvitation' | 'acceptInvitation'> {
  const find = async (token: string) => {
    const found = await findMailToken(db, hashSecret(token), ['invitation'], now().toISOString());
    const user = found?.userId ? await findUser(db, found.userId) : undefined;
    if (!found || !user || found.email !== user.email || !(await mayStillInvite(db, found))) return undefined;
    return { user, expiresAt: found.expiresAt };
  };

  return {
    async getInvitation({ query }) {
      const found = await find(query.token);
      if (found === undefined) throw mailTokenRefused('query');
      const { user, expiresAt } = found;
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: { email: user.email, name: user.name, expiresAt },
      };
    },

    async acceptInvitation({ body, request }) {
      // A guessed token must not cost a hash.
      if ((await find(body.token)) === undefined) throw mailTokenRefused();
      const passwordHash = await hashPassword(body.password);
      const [token, origin] = [body.token, originOf(request)];
      await db.transaction().execute((trx) =>
        setPasswordByMail(trx, {
          token,
          purpose: 'invitation',
          passwordHash,
          now: now(),
          origin,
          onTakeOver,
        }),
      );
      wakeOutbox();
      return { status: 204 };
    },
  };
}
