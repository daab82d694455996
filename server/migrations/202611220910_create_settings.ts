import { type Kysely, sql } from 'kysely';

/** One row of settings; the permissions to read and change it; and a note of each backup. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('id', 'integer', (c) => c.primaryKey().defaultTo(1).check(sql`id = 1`))
    .addColumn('site_name', 'text', (c) => c.notNull().defaultTo('Ringside'))
    .addColumn('support_email', 'text')
    .addColumn('refund_policy', 'text')
    .addColumn('imprint_url', 'text')
    .addColumn('privacy_url', 'text')
    .addColumn('default_timezone', 'text', (c) => c.notNull().defaultTo('Europe/Amsterdam'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await sql`insert into settings default values`.execute(db);

  await db.schema
    .createTable('backup_notes')
    .addColumn('made_at', 'timestamptz', (c) => c.primaryKey())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .execute();

  const permissions = [
    ['settings:read', 'Read settings', 'Read the settings and the state of the system'],
    ['settings:update', 'Change settings', 'Change the settings and send a test mail'],
  ];
  await db
    .insertInto('permissions')
    .values(permissions.map(([code, name, description]) => ({ code, name, description })))
    .execute();
  await db
    .insertInto('role_permissions')
    .values(permissions.map(([code]) => ({ role_code: 'administrator', permission_code: code })))
    .execute();
}
