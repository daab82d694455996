import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import { isPasswordCorrect } from '../accounts/passwords.ts';
import { findOpenRemoval, replaceRemoval } from '../factor-removal.repository.ts';
import { hasSecondFactor } from '../second-factor.repository.ts';
import { removalWaitMs } from '../second-factor.rules.ts';
import { findUser, findUserByEmail, listPermissionCodes, lockUser } from '../user.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

/** For an owner who has lost every second factor, signed in or not. `removal-worker.ts` goes on. */
export function removalHandlers(deps: Deps): Handlers<'requestSecondFactorRemoval'> {
  const { db, now, originOf, wakeOutbox } = deps;
  return {
    async requestSecondFactorRemoval({ body, request }) {
      const known = await findUserByEmail(db, body.email);
      const isCorrect = await isPasswordCorrect(known?.passwordHash ?? null, body.password);
      if (known === undefined || !isCorrect) throw problem('invalid-credentials');
      const instant = now();
      const origin = originOf(request);
      const dueAt = await db.transaction().execute(async (trx) => {
        await lockUser(trx, known.id);
        const user = await findUser(trx, known.id);
        // The password may have changed while it was checked.
        if (user?.passwordHash !== known.passwordHash) throw problem('invalid-credentials');
        if (!(await hasSecondFactor(trx, user.id)))
          throw problem('conflict', {
            detail: 'This account has no second factor. Sign in with the password.',
          });
        if ((await listPermissionCodes(trx, user.id)).length > 0)
          throw problem('conflict', {
            detail:
              'This account has permissions: another administrator has to remove its second factor, or the operator with `pnpm admin reset-second-factor`.',
          });
        const open = await findOpenRemoval(trx, user.id);
        if (open) return new Date(open.dueAt).toISOString();
        const removal = {
          userId: user.id,
          requestedAt: instant.toISOString(),
          remindedAt: null,
          dueAt: new Date(instant.getTime() + removalWaitMs).toISOString(),
          origin,
        };
        await replaceRemoval(trx, removal);
        const change = { kind: 'factor-removal-requested' } as const;
        await notifyOwner(trx, { user, change, origin, now: instant });
        return removal.dueAt;
      });
      wakeOutbox();
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: { dueAt } };
    },
  };
}
