/** Reminders that wait to be sent to devices. Instants come from the database's clock, as in the outbox of mails. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { boutUsefulMs, movedMs } from './push.rules.ts';
import type { BoutNotice } from './push.tables.ts';
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

/** @param startDate of the event; with a bout: when that is expected to begin. */
interface Told {
  userId: string;
  eventId: string;
  startDate: string;
  boutId?: string;
  notice?: BoutNotice;
}

/** One message for each device of the user. Call it in the transaction that marks the reminder as told. */
export async function insertMessages(
  trx: Db,
  { userId, eventId, startDate, boutId, notice }: Told,
): Promise<void> {
  await trx
    .insertInto('pushMessages')
    .columns(['sessionId', 'eventId', 'toldStart', 'boutId', 'notice'])
    .expression((eb) =>
      eb
        .selectFrom('pushSubscriptions')
        .select(['sessionId', eb.val(eventId).as('eventId'), eb.val(startDate).as('toldStart')])
        .select([eb.val(boutId ?? null).as('boutId'), eb.val(notice ?? null).as('notice')])
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
      case when claimed.bout_id is not null then jsonb_build_object(
        'id', claimed.bout_id, 'notice', claimed.notice, 'redName', red.name, 'blueName', blue.name,
        'startsAt', claimed.told_start
      ) end as bout,
      login_sessions.revoked_at is null and login_sessions.ends_at > ${instant}
        and case when claimed.bout_id is null then
          reminders.told_start is not distinct from claimed.told_start
          and claimed.told_start between events.start_date - ${moved} and events.start_date + ${moved}
          and (events.status = 'public' or (events.status = 'hidden' and reminders.by_link))
        else
          case claimed.notice
            when 'main-event' then events.status <> 'draft'
            else events.status = 'public' or (events.status = 'hidden' and coalesce(bout_reminders.by_link, gone.by_link))
          end
          and (claimed.notice = 'main-event' or bout_reminders.bout_id is not null or gone.bout_id is not null)
          and (bouts.status is null or bouts.status = 'cancelled') = (claimed.notice = 'cancelled')
          and not exists (
            select from bells where bells.bout_id = bouts.id and bells.kind = 'over' and bells.undone_at is null
          )
        end as is_wanted,
      (extract(epoch from
        case
          when claimed.notice in ('next', 'now', 'main-event')
            then claimed.told_start + ${boutUsefulMs / 1_000}::float8 * interval '1 second'
          when claimed.bout_id is null and events.start_date > ${instant}::timestamptz then events.start_date
          else events.end_date
        end - ${instant}::timestamptz) * 1000)::float8 as useful_ms
    from claimed
      join push_subscriptions device on device.session_id = claimed.session_id
      join login_sessions on login_sessions.id = claimed.session_id
      join events on events.id = claimed.event_id
      left join reminders on claimed.bout_id is null
        and reminders.event_id = claimed.event_id and reminders.user_id = device.user_id
      left join bout_reminders
        on bout_reminders.bout_id = claimed.bout_id and bout_reminders.user_id = device.user_id
      left join bouts on bouts.id = claimed.bout_id
      left join deleted_bout_reminders gone
        on gone.bout_id = claimed.bout_id and gone.user_id = device.user_id
      left join fighters red on red.id = coalesce(bouts.red_fighter_id, gone.red_fighter_id)
      left join fighters blue on blue.id = coalesce(bouts.blue_fighter_id, gone.blue_fighter_id)
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
