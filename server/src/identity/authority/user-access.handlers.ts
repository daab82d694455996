import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { assertMatch, contentTag } from '../../http/entity-tag.ts';
import { problem } from '../../http/problems.ts';
import { findUser } from '../user.repository.ts';
import {
  assertNotOnlyClaimed,
  assertNotStronger,
  assertOtherAdministrator,
  lockAuthority,
} from './assert-authority.ts';
import { assertGrants } from './assert-grants.ts';
import { administratorRole, grantsMore, takesAway } from './authority.rules.ts';
import { listRolesOfUser } from './role.repository.ts';
import {
  findUserAccess,
  listOwnPermissions,
  replaceUserPermissions,
  replaceUserRoles,
} from './user-access.repository.ts';

export function userAccessHandlers({ db }: { db: Db }): Handlers<'getUserAccess' | 'updateUserAccess'> {
  return {
    async getUserAccess({ path }) {
      const [user, roles, permissions] = await Promise.all([
        findUser(db, path.userId),
        listRolesOfUser(db, path.userId),
        listOwnPermissions(db, path.userId),
      ]);
      if (user === undefined) throw problem('not-found');
      const etag = accessTag({ roleCodes: codesOf(roles), permissionCodes: codesOf(permissions) });
      return { status: 200, headers: { etag }, body: { roles, permissions } };
    },

    async updateUserAccess({ path, body, request }) {
      const actor = signedInUser(request);
      return db.transaction().execute(async (trx) => {
        const held = await lockAuthority(trx, actor);
        const user = await findUserAccess(trx, path.userId);
        if (user === undefined) throw problem('not-found');
        const { id: userId, ...current } = user;
        assertMatch(request, accessTag(current));
        await assertGrants(trx, body, { held, current });
        if (grantsMore(body, current)) await assertNotOnlyClaimed(trx, userId);
        if (takesAway(body, current)) await assertNotStronger(trx, userId, held);
        const wanted = {
          roleCodes: (body.roleCodes ?? current.roleCodes).toSorted(),
          permissionCodes: (body.permissionCodes ?? current.permissionCodes).toSorted(),
        };
        const isDemoted =
          current.roleCodes.includes(administratorRole) && !wanted.roleCodes.includes(administratorRole);
        if (isDemoted) await assertOtherAdministrator(trx, userId);
        if (body.roleCodes) await replaceUserRoles(trx, userId, wanted.roleCodes);
        if (body.permissionCodes) await replaceUserPermissions(trx, userId, wanted.permissionCodes);
        await recordChange(trx, request, {
          action: 'updateUserAccess',
          entityId: userId,
          before: current,
          after: wanted,
        });
        return { status: 204, headers: { etag: accessTag(wanted) } };
      });
    },
  };
}

const codesOf = (list: readonly { code: string }[]) => list.map(({ code }) => code);

function accessTag({ roleCodes, permissionCodes }: { roleCodes: string[]; permissionCodes: string[] }) {
  return contentTag([roleCodes.toSorted(), permissionCodes.toSorted()]);
}
