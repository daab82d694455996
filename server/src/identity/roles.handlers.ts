import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { listPermissions, listRoles } from './role.repository.ts';

export function roleHandlers({ db }: { db: Db }): Handlers<'listPermissions' | 'listRoles'> {
  return {
    async listPermissions() {
      const data = await listPermissions(db);
      return { status: 200, body: { data, total: data.length } };
    },

    async listRoles() {
      const data = await listRoles(db);
      return { status: 200, body: { data, total: data.length } };
    },
  };
}
