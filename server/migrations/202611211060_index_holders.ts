import type { Kysely } from 'kysely';

/**
 * Every change of roles looks up the users who hold a role. The deletion of an account looks up all its rows, including
 * ended leases.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.createIndex('user_roles_role').on('user_roles').column('role_code').execute();
  await db.schema.createIndex('playback_leases_user').on('playback_leases').column('user_id').execute();
}
