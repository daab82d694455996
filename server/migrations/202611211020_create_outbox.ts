import { type Kysely, sql } from 'kysely';

/** Mail to send. Its cause and the mail are written in one transaction, so that neither exists without the other. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('outbox_mails')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    .addColumn('html', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('due_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('worthless_at', 'timestamptz', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('outcome', 'text')
    .addColumn('done_at', 'timestamptz')
    .execute();
  await db.schema
    .createIndex('outbox_mails_due')
    .on('outbox_mails')
    .column('due_at')
    .where(sql.ref('done_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('outbox_mails_recipient')
    .on('outbox_mails')
    .columns(['recipient', 'kind'])
    .where(sql.ref('done_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('outbox_mails_done')
    .on('outbox_mails')
    .column('done_at')
    .where(sql.ref('done_at'), 'is not', null)
    .execute();
}
