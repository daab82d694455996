import { type Kysely, sql } from 'kysely';

/** A viewing that its user has removed can be brought back for some minutes. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('viewings')
    .addColumn('removed_at', 'timestamptz')
    .addColumn('is_cleared', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  // The clean-up. Partial, so that no ping changes it.
  await sql`create index viewings_removed on viewings (removed_at) where removed_at is not null`.execute(db);
}
