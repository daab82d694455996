import { type Kysely, sql } from 'kysely';

/** A refresh whose answer was lost can be repeated: the token knows by which attempt it was used, and what followed it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('refresh_tokens')
    .addColumn('attempt', 'text')
    .addColumn('predecessor_hash', 'text')
    .execute();
  await sql`
    create index refresh_tokens_predecessor on refresh_tokens (predecessor_hash) where predecessor_hash is not null
  `.execute(db);
}
