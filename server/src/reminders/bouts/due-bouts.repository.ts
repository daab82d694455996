/** Who is to be told of a bout now. Each statement that claims marks what it returns: of any number of servers one gets it. */
import { sql } from 'kysely';
import { cardBlocksOf, cardBoutsOf } from '../../bouts/card-state.repository.ts';
import type { Db } from '../../db/database.ts';
import { leaseLifetimeMs } from '../../playback/playback.rules.ts';
import type { BoutNotice } from '../push/push.tables.ts';
import { type DueBout, type DueMainEvent, noticeTimes } from './bout-notices.rules.ts';

/** What is told to one person. */
export interface Notice {
  userId: string;
  boutId: string;
  notice: BoutNotice;
  /** When the bout is expected; of a change: when the event begins. */
  startsAt: string;
  origin: string;
  email: string;
  /** Whether the account wants mails of bouts, and its address is confirmed. */
  takesMail: boolean;
  redName: string | null;
  blueName: string | null;
  eventId: string;
  eventName: string;
  eventSlug: string;
  timezone: string;
}

const secondsOf = (ms: number) => sql`${ms / 1_000}::float8 * interval '1 second'`;
const isAnnounced = sql`(events.status = 'public' or (events.status = 'hidden' and bout_reminders.by_link))`;
const takesMail = sql`users.email_verified_at is not null
  and coalesce(settings.mails and settings.bout_mails, false) as takes_mail`;
const names = sql`red.name as red_name, blue.name as blue_name,
  events.id as event_id, events.name as event_name, events.slug as event_slug, events.timezone`;
const people = sql`join users on users.id = told.user_id
  left join reminder_settings settings on settings.user_id = told.user_id`;
const joins = sql`join bouts on bouts.id = told.bout_id
  left join fighters red on red.id = bouts.red_fighter_id
  left join fighters blue on blue.id = bouts.blue_fighter_id
  join blocks on blocks.id = bouts.block_id
  join events on events.id = blocks.event_id
  ${people}`;

/** The nights that go on about now and of which somebody still waits to hear, with the bells that have settled. */
export function listNights(db: Db, now: Date) {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  return db
    .selectFrom('events')
    .select((eb) => [
      'events.id',
      cardBlocksOf(eb).as('blocks'),
      cardBoutsOf(eb, { rungBefore: at(-noticeTimes.settleMs) }).as('bouts'),
    ])
    .where('events.status', '<>', 'draft')
    .where('events.startDate', '<=', at(noticeTimes.overrunMs))
    .where('events.endDate', '>', at(-noticeTimes.overrunMs))
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('boutReminders')
            .innerJoin('bouts', 'bouts.id', 'boutReminders.boutId')
            .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
            .select('bouts.id')
            .whereRef('blocks.eventId', '=', 'events.id')
            .where('boutReminders.toldNextAt', 'is', null),
        ),
        eb.and([
          eb.exists(
            eb
              .selectFrom('bells')
              .innerJoin('bouts', 'bouts.id', 'bells.boutId')
              .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
              .select('bells.id')
              .whereRef('blocks.eventId', '=', 'events.id'),
          ),
          eb.not(
            eb.exists(
              eb
                .selectFrom('mainEventNotices')
                .select('mainEventNotices.eventId')
                .whereRef('mainEventNotices.eventId', '=', 'events.id'),
            ),
          ),
        ]),
      ]),
    )
    .execute();
}

/** Those who asked to hear when the bout is next. Call it in the transaction that stores their messages. */
export async function claimNext(db: Db, due: DueBout, now: Date, limit: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    with due as (
      select bout_reminders.user_id, bout_reminders.bout_id
      from bout_reminders join bouts on bouts.id = bout_reminders.bout_id
        join blocks on blocks.id = bouts.block_id join events on events.id = blocks.event_id
      where bout_reminders.bout_id = ${due.boutId} and told_next_at is null and ${isAnnounced}
      limit ${limit}
      for update of bout_reminders skip locked
    ), told as (
      update bout_reminders set told_next_at = ${now.toISOString()}
      from due where (bout_reminders.user_id, bout_reminders.bout_id) = (due.user_id, due.bout_id)
      returning bout_reminders.user_id, bout_reminders.bout_id, bout_reminders.origin
    )
    select told.user_id, told.bout_id, told.origin, ${due.notice} as notice, ${due.startsAt}::timestamptz as starts_at,
      users.email, ${takesMail}, ${names}
    from told ${joins}
  `.execute(db);
  return rows;
}

/** Those whose bout is announced otherwise than they know. Call it in the transaction that stores their messages. */
export async function claimChanges(db: Db, now: Date, limit: number): Promise<Notice[]> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const { rows } = await sql<Notice>`
    with due as (
      select bout_reminders.user_id, bout_reminders.bout_id, bout_reminders.known, bout_announcement(bouts) as current
      from bouts join bout_reminders on bout_reminders.bout_id = bouts.id
        join blocks on blocks.id = bouts.block_id join events on events.id = blocks.event_id
      where bouts.changed_at between ${at(-noticeTimes.newsMs)} and ${at(-noticeTimes.changeMs)}
        and bout_reminders.known <> bout_announcement(bouts)
        -- As it was announced at first, without a cancellation before: nothing that anybody has to hear.
        and (bouts.status <> 'announced' or bout_reminders.known = 'cancelled')
        and events.end_date + ${secondsOf(noticeTimes.overrunMs)} > ${at(0)} and ${isAnnounced}
      limit ${limit}
      for update of bout_reminders skip locked
    ), told as (
      update bout_reminders set known = due.current
      from due where (bout_reminders.user_id, bout_reminders.bout_id) = (due.user_id, due.bout_id)
      returning bout_reminders.user_id, bout_reminders.bout_id, bout_reminders.origin
    )
    select told.user_id, told.bout_id, told.origin, bouts.status as notice, events.start_date as starts_at,
      users.email, ${takesMail}, ${names}
    from told ${joins}
  `.execute(db);
  return rows;
}

/** Those whose bout was deleted: for them it is cancelled. Call it in the transaction that stores their messages. */
export async function claimDeleted(db: Db, now: Date, limit: number): Promise<Notice[]> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const { rows } = await sql<Notice>`
    with due as (
      select gone.user_id, gone.bout_id
      from deleted_bout_reminders gone join events on events.id = gone.event_id
      where gone.told_at is null and gone.deleted_at between ${at(-noticeTimes.newsMs)} and ${at(-noticeTimes.changeMs)}
        and events.end_date + ${secondsOf(noticeTimes.overrunMs)} > ${at(0)}
        and (events.status = 'public' or (events.status = 'hidden' and gone.by_link))
      limit ${limit}
      for update of gone skip locked
    ), told as (
      update deleted_bout_reminders gone set told_at = ${at(0)}
      from due where (gone.user_id, gone.bout_id) = (due.user_id, due.bout_id)
      returning gone.*
    )
    select told.user_id, told.bout_id, told.origin, 'cancelled' as notice, events.start_date as starts_at,
      users.email, ${takesMail}, ${names}
    from told join events on events.id = told.event_id
      left join fighters red on red.id = told.red_fighter_id
      left join fighters blue on blue.id = told.blue_fighter_id
      ${people}
  `.execute(db);
  return rows;
}

/**
 * Those who hold a ticket for the main event, do not watch, and did not ask to be told of it. Once for each event: call it in the
 * transaction that stores their messages.
 */
export async function claimMainEvent(
  db: Db,
  eventId: string,
  { boutId, startsAt }: DueMainEvent,
  now: Date,
): Promise<Notice[]> {
  const instant = now.toISOString();
  const { rows } = await sql<Notice>`
    with claimed as (
      insert into main_event_notices (event_id, told_at) values (${eventId}, ${instant})
      on conflict do nothing returning event_id
    ), told as (
      select distinct accesses.user_id, bouts.id as bout_id
      from claimed join accesses on accesses.event_id = claimed.event_id
        join bouts on bouts.id = ${boutId}
        join events on events.id = claimed.event_id
      where accesses.user_id is not null and (accesses.block_id is null or accesses.block_id = bouts.block_id)
        and accesses.start_date <= ${startsAt} and (accesses.end_date is null or accesses.end_date > ${startsAt})
        and events.status <> 'draft'
        and not exists (
          select from playback_leases join live_streams on live_streams.id = playback_leases.live_stream_id
            join blocks on blocks.id = live_streams.block_id
          where playback_leases.user_id = accesses.user_id and blocks.event_id = claimed.event_id
            and playback_leases.ended_at is null
            and playback_leases.pinged_at > ${instant}::timestamptz - ${secondsOf(leaseLifetimeMs)}
        )
        and not exists (
          select from bout_reminders
          where bout_reminders.user_id = accesses.user_id and bout_reminders.bout_id = bouts.id
        )
    )
    select told.user_id, told.bout_id, '' as origin, 'main-event' as notice, ${startsAt}::timestamptz as starts_at,
      users.email, false as takes_mail, ${names}
    from told ${joins}
  `.execute(db);
  return rows;
}
