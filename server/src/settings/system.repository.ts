import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { MailFacts, PaymentFacts } from './system.rules.ts';

/** The version that the database reports, such as `17.4`. */
export async function findDatabaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version.split(' ')[0] ?? '';
}

export async function findMailFacts(db: Db): Promise<MailFacts> {
  const { rows } = await sql<{
    waiting: number;
    lastFaultAt: string | null;
    lastFault: string | null;
    lastSentAt: string | null;
  }>`
    select
      (select count(*) from outbox_mails where done_at is null) as waiting,
      fault.last_fault_at, fault.last_fault,
      (select done_at from outbox_mails where done_at is not null and outcome = 'sent'
        order by done_at desc limit 1) as last_sent_at
    from (select 1) one
    left join lateral (
      select last_fault_at, last_fault from outbox_mails where last_fault_at is not null
      order by last_fault_at desc limit 1
    ) fault on true
  `.execute(db);
  const { waiting = 0, lastFaultAt = null, lastFault = null, lastSentAt = null } = rows[0] ?? {};
  return {
    waiting,
    lastSentAt,
    lastFault: lastFaultAt === null ? null : { at: lastFaultAt, detail: lastFault ?? '' },
  };
}

/** Payments whose order a restored backup does not know, and the last fault of the webhook. */
export async function findPaymentFacts(db: Db): Promise<PaymentFacts> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from lost_sessions
    where not exists (select 1 from orders where orders.id = lost_sessions.order_id)
  `.execute(db);
  const webhookFault = await db
    .selectFrom('webhookFaults')
    .select(['seenAt as at', 'detail'])
    .orderBy('seenAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { lostOrders: Number(rows[0]?.count ?? 0), webhookFault: webhookFault ?? null };
}

/** The time of the last backup; null: none is known. */
export async function findLastBackup(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('backupNotes')
    .select('madeAt')
    .orderBy('madeAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.madeAt ?? null;
}

export async function insertBackupNote(db: Db, note: { madeAt: string; bytes: number }): Promise<void> {
  await db.insertInto('backupNotes').values(note).execute();
}
