import { type Kysely, sql } from 'kysely';

/** The devices that show reminders, and the messages that wait to be sent to them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('session_id', 'uuid', (c) =>
      c.primaryKey().references('login_sessions.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('push_subscriptions_user').on('push_subscriptions').column('user_id').execute();

  await db.schema
    .createTable('push_messages')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('session_id', 'uuid', (c) =>
      c.notNull().references('push_subscriptions.session_id').onDelete('cascade'),
    )
    .addColumn('event_id', 'uuid', (c) => c.notNull().references('events.id').onDelete('cascade'))
    .addColumn('told_start', 'timestamptz', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('push_messages_once', ['session_id', 'event_id', 'told_start'])
    .execute();
  await db.schema
    .createIndex('push_messages_due')
    .on('push_messages')
    .columns(['attempts', 'due_at'])
    .execute();
  await db.schema.createIndex('push_messages_event').on('push_messages').column('event_id').execute();

  // However a session ends: by a sign-out, a new password, a report of its owner.
  await sql`
    create function drop_push_subscription() returns trigger language plpgsql as $$ begin
      delete from push_subscriptions where session_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger drop_push_subscription after update of revoked_at on login_sessions for each row
    when (old.revoked_at is null and new.revoked_at is not null) execute function drop_push_subscription()
  `.execute(db);
}
