import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { signedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { assertMatch, contentTag } from '../../http/entity-tag.ts';
import { bodyIssue, conflict, problem } from '../../http/problems.ts';
import { lockAuthority } from './assert-authority.ts';
import { assertGrants } from './assert-grants.ts';
import { isBuiltIn, missingPermissions, takesAway } from './authority.rules.ts';
import {
  countHolders,
  deleteRole,
  findRole,
  findRoleWithPermissions,
  hasHolderWithOtherPermissions,
  insertRole,
  listPermissions,
  listRolesWithHolders,
  replaceRolePermissions,
  updateRole,
} from './role.repository.ts';

type RoleOperations =
  | 'listPermissions'
  | 'listRoles'
  | 'getRole'
  | 'createRole'
  | 'updateRole'
  | 'deleteRole';

export function roleHandlers({ db }: { db: Db }): Handlers<RoleOperations> {
  return {
    async listPermissions() {
      const data = await listPermissions(db);
      return { status: 200, body: { data, total: data.length } };
    },

    async listRoles() {
      const data = await listRolesWithHolders(db);
      return { status: 200, body: { data, total: data.length } };
    },

    async getRole({ path }) {
      const role = await findRoleWithPermissions(db, path.roleCode);
      if (role === undefined) throw problem('not-found');
      const permissionCodes = role.permissions.map(({ code }) => code);
      return { status: 200, headers: { etag: roleTag({ ...role, permissionCodes }) }, body: role };
    },

    async createRole({ body, request }) {
      const actor = signedInUser(request);
      const { code, name, description = null } = body;
      const permissionCodes = body.permissionCodes.toSorted();
      await db.transaction().execute(async (trx) => {
        const held = await lockAuthority(trx, actor);
        await assertGrants(trx, { permissionCodes: body.permissionCodes }, { held, current: {} });
        if (!(await insertRole(trx, { code, name, description })))
          throw conflict(bodyIssue('/code', 'A role with this code exists already.'));
        await replaceRolePermissions(trx, code, permissionCodes);
        await recordChange(trx, request, {
          action: 'createRole',
          entityId: code,
          before: null,
          after: { code, name, description, permissionCodes },
        });
      });
      return {
        status: 201,
        headers: { location: `/api/v1/identity/auth/access/roles/${code}` },
        body: { id: code },
      };
    },

    async updateRole({ path, body, request }) {
      const actor = signedInUser(request);
      const { permissionCodes, ...texts } = body;
      return db.transaction().execute(async (trx) => {
        const held = await lockAuthority(trx, actor);
        const role = await findRoleToChange(trx, path.roleCode, held);
        assertMatch(request, roleTag(role));
        const current = { roleCodes: [], permissionCodes: role.permissionCodes };
        await assertGrants(trx, { permissionCodes }, { held, current });
        if (
          takesAway({ permissionCodes }, current) &&
          (await hasHolderWithOtherPermissions(trx, role.code, held))
        )
          throw problem('forbidden', { detail: 'Somebody with this role holds permissions that you lack.' });
        await updateRole(trx, role.code, texts);
        if (permissionCodes) await replaceRolePermissions(trx, role.code, permissionCodes);
        const after = {
          ...role,
          ...texts,
          permissionCodes: permissionCodes?.toSorted() ?? role.permissionCodes,
        };
        await recordChange(trx, request, {
          action: 'updateRole',
          entityId: role.code,
          before: role,
          after,
        });
        return { status: 204, headers: { etag: roleTag(after) } };
      });
    },

    async deleteRole({ path, request }) {
      const actor = signedInUser(request);
      await db.transaction().execute(async (trx) => {
        const role = await findRoleToChange(trx, path.roleCode, await lockAuthority(trx, actor));
        const holders = await countHolders(trx, role.code);
        if (holders > 0)
          throw problem('conflict', { detail: `The role is held by ${holders}; take it from them first.` });
        await deleteRole(trx, role.code);
        await recordChange(trx, request, {
          action: 'deleteRole',
          entityId: role.code,
          before: role,
          after: null,
        });
      });
      return { status: 204 };
    },
  };
}

interface TaggedRole {
  code: string;
  name: string;
  description: string | null;
  permissionCodes: readonly string[];
}

function roleTag({ code, name, description, permissionCodes }: TaggedRole) {
  return contentTag([code, name, description, permissionCodes.toSorted()]);
}

/** @throws problem 404, 409 for a built-in role, 403 for a role with a permission that `held` lacks. */
async function findRoleToChange(trx: Db, roleCode: string, held: string[]) {
  const role = await findRole(trx, roleCode);
  if (role === undefined) throw problem('not-found');
  if (isBuiltIn(roleCode)) throw problem('conflict', { detail: 'A built-in role stays as it is.' });
  if (missingPermissions(held, role.permissionCodes).length > 0)
    throw problem('forbidden', { detail: 'This role gives permissions that you do not hold.' });
  return role;
}
