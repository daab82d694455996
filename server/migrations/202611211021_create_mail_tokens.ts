import type { Kysely } from 'kysely';

/** `user_id` is null for an unknown address: such a token only makes the request take the same time. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('mail_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'uuid', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('mail_tokens_user').on('mail_tokens').columns(['user_id', 'purpose']).execute();
  await db.schema.createIndex('mail_tokens_expires_at').on('mail_tokens').column('expires_at').execute();
}
