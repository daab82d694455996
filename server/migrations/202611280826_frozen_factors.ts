import { type Kysely, sql } from 'kysely';

/** A report freezes what is young; recovery codes get an age for it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('authenticators').addColumn('frozen_at', 'timestamptz').execute();
  await db.schema.alterTable('passkeys').addColumn('frozen_at', 'timestamptz').execute();
  // Unknown for the codes that there are: they count as young.
  await db.schema
    .alterTable('recovery_codes')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
