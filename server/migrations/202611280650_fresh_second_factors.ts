import type { Kysely } from 'kysely';

/** When a session has last proved a second factor: only a fresh proof changes factors. Older sessions prove it again. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('login_sessions').addColumn('second_factor_at', 'timestamptz').execute();
}
