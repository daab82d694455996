/** Reminders that wait to be sent to devices. Instants come from the database's clock, as in the outbox of mails. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { movedMs } from './push.rules.ts';
import type { Message } from './push-sender.ts';
import type { Subscription } from './subscription.repository.ts';

/** A message, with the device that it is for. */
export type ClaimedMessage = Subscription &
  Message & {
    sessionId: string;
    /** The reminder was not removed since, nor its event taken back or moved, and the device is signed in. */
    isWanted: boolean;
    /** Including this one. */
    attempts: number;
  };

/** One message for each device of the user. Call it in the transaction that marks the reminder as told. */
export async function insertMessages(
  trx: Db,
  { userId, eventId, startDate }: { userId: string; eventId: string; startDate: string },
): Promise<void> {
  await trx
    .insertInto('pushMessages')
    .columns(['sessionId', 'eventId', 'toldStart'])
    .expression((eb) =>
      eb
        .selectFrom('pushSubscriptions')
        .select(['sessionId', eb.val(eventId).as('eventId'), eb.val(startDate).as('toldStart')])
        .where('userId', '=', userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Claims a message, in one statement: of any number of workers only one gets it. Those that were never tried come first,
 * so that push services which do not answer hold up nobody else.
 * @param now by the clock of the reminders.
 */
export async function claimMessage(
  db: Db,
  { leaseMs, now }: { leaseMs: number; now: Date },
): Promise<ClaimedMessage | undefined> {
  const instant = now.toISOString();
  const moved = sql`${(movedMs - 1) / 1_000}::float8 * interval '1 second'`;
  const { rows } = await sql<ClaimedMessage>`
    with claimed as (
      update push_messages
      set attempts = attempts + 1, due_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
      where id = (
        select id from push_messages where due_at <= clock_timestamp()
        order by attempts, due_at limit 1 for update skip locked
      )
      returning *
    )
    select claimed.id, claimed.session_id, claimed.event_id, claimed.attempts,
      device.service, device.endpoint, device.p256dh, device.auth,
      events.name as event_name, events.slug as event_slug, events.start_date, events.timezone,
      events.start_date <= ${instant}::timestamptz as has_begun,
      reminders.told_start is not distinct from claimed.told_start
        and claimed.told_start between events.start_date - ${moved} and events.start_date + ${moved}
        and login_sessions.revoked_at is null and login_sessions.ends_at > ${instant}
        and (events.status = 'public' or (events.status = 'hidden' and reminders.by_link)) as is_wanted,
      (extract(epoch from
        case when events.start_date > ${instant}::timestamptz then events.start_date else events.end_date end
          - ${instant}::timestamptz) * 1000)::float8 as useful_ms
    from claimed
      join push_subscriptions device on device.session_id = claimed.session_id
      join login_sessions on login_sessions.id = claimed.session_id
      join events on events.id = claimed.event_id
      left join reminders on reminders.event_id = claimed.event_id and reminders.user_id = device.user_id
  `.execute(db);
  return rows[0];
}

/** It was taken, or nobody wants it any more. */
export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pushMessages').where('id', '=', id).execute();
}

/** @param attempts as claimed: nothing happens when another worker has claimed the message since. */
export async function postponeMessage(
  db: Db,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  ms: number,
): Promise<void> {
  await db
    .updateTable('pushMessages')
    .set({ dueAt: sql<string>`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}
