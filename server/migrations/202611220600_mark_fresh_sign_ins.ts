import type { Kysely } from 'kysely';

/** Sign-ins at which the provider must ask the person again. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('provider_sign_ins')
    .addColumn('is_fresh', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
}
