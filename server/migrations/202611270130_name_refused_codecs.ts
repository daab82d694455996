import type { Kysely } from 'kysely';

/** The codec for which a film was refused, as people call it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('films').addColumn('refused_codec', 'text').execute();
}
