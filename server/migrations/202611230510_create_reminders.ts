import { type Kysely, sql } from 'kysely';

/** Competitions of which users want to be reminded, and whether they want it by mail. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('reminders')
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('event_id', 'uuid', (c) => c.notNull().references('events.id').onDelete('cascade'))
    .addColumn('by_link', 'boolean', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('told_start', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('reminders_pkey', ['user_id', 'event_id'])
    .execute();
  // The job, and the deletion of an event.
  await db.schema
    .createIndex('reminders_event')
    .on('reminders')
    .columns(['event_id', 'told_start'])
    .execute();
  await db.schema
    .createTable('reminder_settings')
    .addColumn('user_id', 'uuid', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('mails', 'boolean', (c) => c.notNull())
    .execute();
  await sql`alter table outbox_mails add unsubscribe_url text`.execute(db);
}
