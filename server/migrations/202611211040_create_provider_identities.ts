import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('provider_identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('provider_identities_pk', ['issuer', 'subject'])
    .execute();
  await db.schema
    .createIndex('provider_identities_user')
    .on('provider_identities')
    .column('user_id')
    .execute();

  await db.schema
    .createTable('provider_sign_ins')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('provider_code', 'text', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('code_verifier', 'text', (c) => c.notNull())
    .addColumn('redirect_uri', 'text', (c) => c.notNull())
    .addColumn('client_url', 'text', (c) => c.notNull())
    .addColumn('client_state', 'text')
    .addColumn('code_challenge', 'text')
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('provider_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('provider_code', 'text', (c) => c.notNull())
    .addColumn('identity', 'jsonb', (c) => c.notNull())
    .addColumn('code_challenge', 'text')
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  for (const table of ['provider_sign_ins', 'provider_codes']) {
    await db.schema.createIndex(`${table}_expires`).on(table).column('expires_at').execute();
  }
}
