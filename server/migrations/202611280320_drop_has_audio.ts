import type { Kysely } from 'kysely';

/** Each broadcast has sound, silence if need be. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('ingests').dropColumn('has_audio').execute();
}
