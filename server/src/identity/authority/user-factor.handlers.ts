import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { notifyFactorChange } from '../accounts/notify-factor-change.ts';
import { allowFirstFactor } from '../first-factor.ts';
import type { UserRow } from '../identity.tables.ts';
import { removeSecondFactors } from '../second-factor/remove-second-factors.ts';
import { hasSecondFactor } from '../second-factor.repository.ts';
import { findUser, lockUser } from '../user.repository.ts';
import { assertNotStronger, lockAuthority } from './assert-authority.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

/** What one administrator does with the second factor of another: nobody does it for themselves. */
export function userFactorHandlers({
  db,
  now,
  originOf,
  wakeOutbox,
}: Deps): Handlers<'deleteUserSecondFactor' | 'allowUserSecondFactor'> {
  return {
    async deleteUserSecondFactor({ path, request }) {
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        const user = await lockOther(trx, path.userId, request);
        const removed = await removeSecondFactors(trx, { user, by: 'administrator', origin, now: now() });
        const { before, after } = removed;
        await recordChange(trx, request, {
          action: 'deleteUserSecondFactor',
          entityId: user.id,
          before,
          after,
        });
      });
      wakeOutbox();
      return { status: 204 };
    },

    async allowUserSecondFactor({ path, request }) {
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        const user = await lockOther(trx, path.userId, request);
        if (await hasSecondFactor(trx, user.id))
          throw problem('conflict', { detail: 'This user has a second factor. If it is lost, remove it.' });
        const firstFactorUntil = await allowFirstFactor(trx, user.id, now());
        const change = { kind: 'second-factor-allowed' } as const;
        await notifyFactorChange(trx, { user, change, origin, now: now() });
        await recordChange(trx, request, {
          action: 'allowUserSecondFactor',
          entityId: user.id,
          before: { firstFactorUntil: user.firstFactorUntil },
          after: { firstFactorUntil },
        });
      });
      wakeOutbox();
      return { status: 204 };
    },
  };
}

/** Locks a user who is not the caller and does not hold more. */
async function lockOther(trx: Db, userId: string, request: FastifyRequest): Promise<UserRow> {
  const actor = signedInUser(request);
  const held = await lockAuthority(trx, actor);
  await lockUser(trx, userId);
  const user = await findUser(trx, userId);
  if (user === undefined) throw problem('not-found');
  if (user.id === actor.userId)
    throw problem('conflict', {
      detail:
        'This is your own account. Change your factors in its security settings, or ask another administrator.',
    });
  await assertNotStronger(trx, user.id, held);
  return user;
}
