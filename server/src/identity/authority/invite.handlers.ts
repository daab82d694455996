import type { FastifyRequest } from 'fastify';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, conflict, problem } from '../../http/problems.ts';
import { sendInvitation } from '../accounts/send-invitation.ts';
import { displayName, isInvited } from '../identity.rules.ts';
import { findUser, insertUser, lockUser } from '../user.repository.ts';
import { lockAuthority } from './assert-authority.ts';
import { assertGrants } from './assert-grants.ts';
import { replaceUserPermissions, replaceUserRoles } from './user-access.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

const grantScope = 'identity.user:access_update';

/** Invites people by mail. `accounts/invitation.handlers.ts` has the side of the person who is invited. */
export function inviteHandlers({
  db,
  now,
  originOf,
  wakeOutbox,
}: Deps): Handlers<'inviteUser' | 'resendInvitation'> {
  return {
    async inviteUser({ body, request }) {
      const { roleCodes = [], permissionCodes = [], ...fields } = body;
      const actor = signedInUser(request);
      const grants = { roleCodes: roleCodes.toSorted(), permissionCodes: permissionCodes.toSorted() };
      const isGranting = roleCodes.length + permissionCodes.length > 0;
      // The right to create users does not include the right to give them roles.
      if (isGranting && !actor.permissions.includes(grantScope))
        throw problem('forbidden', { detail: `Roles and permissions need the permission ${grantScope}.` });
      const account = {
        ...fields,
        name: displayName(body),
        middleName: body.middleName || null,
        phone: body.phone || null,
      };
      const origin = originOf(request);
      const id = await db.transaction().execute(async (trx) => {
        const held = await lockAuthority(trx, actor);
        await assertGrants(trx, { roleCodes, permissionCodes }, { held, current: {} });
        const userId = await insertUser(trx, { ...account, emailVerifiedAt: null, passwordHash: null });
        if (userId === undefined)
          throw conflict(bodyIssue('/email', 'An account with this e-mail address exists already.'));
        await replaceUserRoles(trx, userId, grants.roleCodes);
        await replaceUserPermissions(trx, userId, grants.permissionCodes);
        await sendInvitation(trx, {
          user: { id: userId, email: body.email },
          authorId: actor.userId,
          origin,
          now: now(),
        });
        await recordChange(trx, request, {
          action: 'inviteUser',
          entityId: userId,
          before: null,
          after: { ...account, ...grants },
        });
        return userId;
      });
      wakeOutbox();
      return { status: 201, headers: { location: `/api/v1/identity/users/${id}` }, body: { id } };
    },

    async resendInvitation({ path, request }) {
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, path.userId);
        const user = await findUser(trx, path.userId);
        if (user === undefined) throw problem('not-found');
        if (!isInvited(user))
          throw problem('conflict', { detail: 'This user has no invitation that is still open.' });
        const invitedAt = await sendInvitation(trx, {
          user,
          authorId: signedInUser(request).userId,
          origin,
          now: now(),
        });
        await recordChange(trx, request, {
          action: 'resendInvitation',
          entityId: user.id,
          before: { invitedAt: user.invitedAt },
          after: { invitedAt },
        });
      });
      wakeOutbox();
      return { status: 204 };
    },
  };
}
