import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** An encoder that still has an old key of its stream is told so. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('ingests')
    .addColumn('replaced_key_hashes', sql`text[]`, (c) => c.notNull().defaultTo(sql`'{}'`))
    .execute();
}
