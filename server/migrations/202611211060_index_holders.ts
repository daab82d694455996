import type { Kysely } from 'kysely';

/**
 * Who holds a role is asked at every change of roles; and what hangs on an account is looked up when it is deleted, the
 * ended leases too.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.createIndex('user_roles_role').on('user_roles').column('role_code').execute();
  await db.schema.createIndex('playback_leases_user').on('playback_leases').column('user_id').execute();
}
