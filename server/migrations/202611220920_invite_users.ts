import { type Kysely, sql } from 'kysely';

/**
 * When a user was last invited; why a mail was not sent; and the indexes of what the explanation of an access reads: the
 * mails to an address, and the accesses that were taken from a user.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('users').addColumn('invited_at', 'timestamptz').execute();
  await db.schema
    .alterTable('outbox_mails')
    .addColumn('last_fault', 'text')
    .addColumn('last_fault_at', 'timestamptz')
    .execute();
  await db.schema
    .createIndex('outbox_mails_recipient_created_at')
    .on('outbox_mails')
    .columns(['recipient', 'created_at'])
    .execute();
  await db.schema
    .createIndex('outbox_mails_last_fault_at')
    .on('outbox_mails')
    .column('last_fault_at')
    .where(sql.ref('last_fault_at'), 'is not', null)
    .execute();
  await sql`
    create index audit_entries_revoked on audit_entries ((before->>'userId'), created_at)
    where action = 'deleteAccess'
  `.execute(db);
}
