import type { Kysely } from 'kysely';

/** A refresh whose answer was lost can be repeated: the token knows by which attempt it was used, and what followed it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('refresh_tokens')
    .addColumn('attempt', 'text')
    .addColumn('successor_seed', 'text')
    .execute();
}
