import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { accountDeletedMail } from '../../mail/templates/notice-mails.ts';
import { clearSessionCookies } from '../sessions/session-cookies.ts';
import { deleteUsers, findUser, listPermissionCodes, lockUser } from '../user.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** Called after the commit. */
  wakeOutbox: () => void;
  isSecure: (request: FastifyRequest) => boolean;
}

/** The deletion of an account by its owner (docs/product.md, 30.12 and 30.44). `deleteUser` is that of an administrator. */
export function deleteAccountHandlers({ db, now, wakeOutbox, isSecure }: Deps): Handlers<'deleteOwnAccount'> {
  return {
    async deleteOwnAccount({ request, reply }) {
      const { userId } = signedInUser(request);
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const user = await findUser(trx, userId);
        // Another press was faster.
        if (user === undefined) throw problem('unauthorized');
        // What an organiser does is audited, and the last administrator has to stay.
        if ((await listPermissionCodes(trx, userId)).length > 0)
          throw problem('conflict', {
            detail: 'Your account holds permissions. Ask an administrator to take them away first.',
          });
        await deleteUsers(trx, [userId]);
        // An address that nobody has confirmed may be that of a stranger.
        if (user.emailVerifiedAt !== null) await enqueueNotice(trx, user.email, accountDeletedMail(now()));
      });
      wakeOutbox();
      if (request.headers.authorization === undefined) clearSessionCookies(reply, isSecure(request));
      return { status: 204 };
    },
  };
}
