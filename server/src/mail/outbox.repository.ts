/**
 * The outbox: a mail is written in the transaction that causes it and sent later. All instants come from the database's
 * clock, so that servers whose clocks differ agree on who has claimed which mail.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Mail } from './templates/layout.ts';

export interface ClaimedMail {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string | null;
  createdAt: string;
  /** Including this one. */
  attempts: number;
  usefulMs: number;
}

const fromNow = (ms: number): RawBuilder<string> =>
  sql<string>`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;

/**
 * @param recipient null: the mail is for nobody and is given up at once.
 * @param waitMs it may still be replaced for so long. @returns its id.
 */
export async function insertMail(
  db: Db,
  recipient: string | null,
  { kind, subject, text, html, usefulMs, unsubscribeUrl }: Mail,
  waitMs = 0,
): Promise<string> {
  const isForNobody = recipient === null;
  const { id } = await db
    .insertInto('outboxMails')
    .values({
      kind,
      subject,
      recipient: recipient ?? '',
      text: isForNobody ? null : text,
      html: isForNobody ? null : html,
      unsubscribeUrl: isForNobody ? null : (unsubscribeUrl ?? null),
      worthlessAt: fromNow(usefulMs),
      ...(waitMs > 0 ? { dueAt: fromNow(waitMs) } : {}),
      outcome: isForNobody ? 'given-up' : null,
      doneAt: sql<string | null>`case when ${isForNobody}::boolean then now() end`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends it at once with another text. Nothing happens when a worker has had it. */
export async function replaceWaitingMail(
  db: Db,
  id: string,
  { text, html }: Pick<Mail, 'text' | 'html'>,
): Promise<void> {
  await db
    .updateTable('outboxMails')
    .set({ text, html, dueAt: fromNow(0) })
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .where('doneAt', 'is', null)
    .execute();
}

/** @returns false when a worker has had it. */
export async function deleteWaitingMail(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('outboxMails')
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .where('doneAt', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the mails that a newer mail replaces. */
export async function deleteWaitingMails(db: Db, recipient: string, kind: string): Promise<void> {
  await db
    .deleteFrom('outboxMails')
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('doneAt', 'is', null)
    .execute();
}

/** Claims the mail that has been due longest, in one statement: of any number of workers only one gets it. */
export async function claimMail(db: Db, leaseMs: number): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update outbox_mails
    set attempts = attempts + 1, due_at = ${fromNow(leaseMs)}
    where id = (
      select id from outbox_mails
      where done_at is null and due_at <= clock_timestamp()
      order by due_at limit 1
      for update skip locked
    )
    returning id, kind, recipient, subject, text, html, unsubscribe_url, created_at, attempts,
      (extract(epoch from worthless_at - clock_timestamp()) * 1000)::float8 as useful_ms
  `.execute(db);
  return rows[0];
}

/** Ignores who has claimed the mail: a mail that has been sent must not be sent again. */
export async function markMailSent(db: Db, id: string): Promise<void> {
  await finish(db, id, 'sent').execute();
}

/**
 * @param attempts as claimed: nothing happens when another worker has claimed the mail since.
 * @param fault why it was not sent, as a code.
 */
export async function giveUpMail(db: Db, { id, attempts }: ClaimedMail, fault: string): Promise<void> {
  await finish(db, id, 'given-up').set(faultNow(fault)).where('attempts', '=', attempts).execute();
}

export async function postponeMail(
  db: Db,
  { id, attempts }: ClaimedMail,
  { ms, fault }: { ms: number; fault: string },
): Promise<void> {
  await db
    .updateTable('outboxMails')
    .set({ dueAt: fromNow(ms), ...faultNow(fault) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('doneAt', 'is', null)
    .execute();
}

/** For the metrics. */
export async function countWaitingMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outboxMails')
    .where('doneAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes mails that were sent or given up before `before`. @returns how many. */
export async function deleteDoneMails(db: Db, before: string, limit: number): Promise<number> {
  const old = db.selectFrom('outboxMails').select('id').where('doneAt', '<', before).limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('outboxMails')
    .where('id', 'in', old.forUpdate().skipLocked())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const faultNow = (fault: string) => ({ lastFault: fault, lastFaultAt: sql<string>`clock_timestamp()` });

function finish(db: Db, id: string, outcome: 'sent' | 'given-up') {
  return db
    .updateTable('outboxMails')
    .set({ outcome, doneAt: sql<string>`clock_timestamp()`, text: null, html: null, unsubscribeUrl: null })
    .where('id', '=', id)
    .where('doneAt', 'is', null);
}
