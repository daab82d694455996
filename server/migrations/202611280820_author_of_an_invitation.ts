import { type Kysely, sql } from 'kysely';

/** Who invited: an open invitation ends with their right to invite, and with their account. Earlier ones have no author. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('mail_tokens')
    .addColumn('author_id', 'uuid', (column) => column.references('users.id').onDelete('cascade'))
    .execute();
  await sql`create index mail_tokens_by_author on mail_tokens (author_id) where author_id is not null`.execute(
    db,
  );
}
