import { type Kysely, sql } from 'kysely';

const permissions = [
  ['event:read', 'Read events', 'Find and list events, blocks, live streams and accesses'],
  ['event:create', 'Create events', 'Create events, blocks, live streams and accesses'],
  ['event:update', 'Change events', 'Change events, blocks, live streams and accesses'],
  ['event:delete', 'Delete events', 'Delete events, blocks, live streams and accesses'],
  ['identity.auth.access:read', 'Read roles', 'List roles and permissions'],
  ['identity.user:read', 'Read users', 'Find and list users'],
  ['identity.user:create', 'Create users', 'Create users'],
  ['identity.user:access_read', "Read users' access", "Read a user's roles and permissions"],
  ['identity.user:access_update', "Change users' access", "Change a user's roles, permissions and password"],
  ['identity.user:delete', 'Delete users', 'Delete users'],
] as const;

const roles = [
  ['administrator', 'Administrator', 'Everything', permissions.map(([code]) => code)],
  [
    'organiser',
    'Organiser',
    'Runs events',
    permissions.map(([code]) => code).filter((c) => c.startsWith('event:')),
  ],
  ['viewer', 'Viewer', 'Watches', []],
] as const;

export async function up(db: Kysely<any>): Promise<void> {
  const now = sql`now()`;
  const uuid = sql`gen_random_uuid()`;

  await db.schema
    .createTable('users')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(uuid))
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('email_verified_at', 'timestamptz')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('middle_name', 'text')
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();

  for (const table of ['permissions', 'roles']) {
    await db.schema
      .createTable(table)
      .addColumn('code', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .execute();
  }
  await db.schema
    .createTable('role_permissions')
    .addColumn('role_code', 'text', (c) => c.notNull().references('roles.code').onDelete('cascade'))
    .addColumn('permission_code', 'text', (c) =>
      c.notNull().references('permissions.code').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('role_permissions_pk', ['role_code', 'permission_code'])
    .execute();
  await db.schema
    .createTable('user_roles')
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role_code', 'text', (c) => c.notNull().references('roles.code').onDelete('cascade'))
    .addPrimaryKeyConstraint('user_roles_pk', ['user_id', 'role_code'])
    .execute();
  await db.schema
    .createTable('user_permissions')
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('permission_code', 'text', (c) =>
      c.notNull().references('permissions.code').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('user_permissions_pk', ['user_id', 'permission_code'])
    .execute();

  await db.schema
    .createTable('login_sessions')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(uuid))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('remember', 'boolean', (c) => c.notNull())
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('revoked_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('login_sessions_user').on('login_sessions').column('user_id').execute();

  await db.schema
    .createTable('refresh_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'uuid', (c) => c.notNull().references('login_sessions.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('used_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('refresh_tokens_session').on('refresh_tokens').column('session_id').execute();

  await db.schema
    .createTable('signing_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('jwk', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute();

  await db
    .insertInto('permissions')
    .values(permissions.map(([code, name, description]) => ({ code, name, description })))
    .execute();
  await db
    .insertInto('roles')
    .values(roles.map(([code, name, description]) => ({ code, name, description })))
    .execute();
  await db
    .insertInto('role_permissions')
    .values(
      roles.flatMap(([role, , , codes]) => codes.map((code) => ({ role_code: role, permission_code: code }))),
    )
    .execute();
}
