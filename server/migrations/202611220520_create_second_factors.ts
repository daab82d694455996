import { type Kysely, sql } from 'kysely';

/** Passkeys, authenticator apps, recovery codes, and what each session has proved. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('login_sessions')
    // With a default, so that servers of the version before can still sign people in during a rolling upgrade.
    .addColumn('authenticated_at', 'timestamptz', (c) => c.defaultTo(sql`now()`))
    .addColumn('second_factor', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await sql`update login_sessions set authenticated_at = created_at`.execute(db);
  await db.schema
    .alterTable('login_sessions')
    .alterColumn('authenticated_at', (c) => c.setNotNull())
    .execute();

  await db.schema
    .alterTable('users')
    .addColumn('passkey_handle', 'text', (c) => c.unique())
    .execute();
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'jsonb', (c) => c.notNull())
    .addColumn('is_synced', 'boolean', (c) => c.notNull())
    .addColumn('aaguid', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
  await db.schema
    .createTable('passkey_challenges')
    .addColumn('challenge', 'text', (c) => c.primaryKey())
    .addColumn('ceremony', 'text', (c) => c.notNull())
    .addColumn('session_id', 'uuid', (c) => c.references('login_sessions.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('passkey_challenges_expires')
    .on('passkey_challenges')
    .column('expires_at')
    .execute();
  await db.schema
    .createIndex('passkey_challenges_session')
    .on('passkey_challenges')
    .column('session_id')
    .execute();

  await db.schema
    .createTable('authenticators')
    .addColumn('user_id', 'uuid', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('confirmed_at', 'timestamptz')
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('number', 'smallint', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('used_at', 'timestamptz')
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'number'])
    .execute();
}
