/** The reminders of one user. */
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Database, Db } from '../db/database.ts';
import type { ListQuery } from '../lists/list-query.ts';

type Joined = ExpressionBuilder<Database, 'events' | 'reminders'>;

/** Whether the event is there for whom it reminds: one that was public and is hidden now was taken back. */
function isAnnounced(eb: Joined) {
  return eb.or([
    eb('events.status', '=', 'public'),
    eb.and([eb('events.status', '=', 'hidden'), eb('reminders.byLink', '=', true)]),
  ]);
}

/** The next event first, without those that are over. */
export async function listReminders(
  db: Db,
  { userId, now }: { userId: string; now: Date },
  { limit, offset }: ListQuery,
) {
  const own = db
    .selectFrom('reminders')
    .innerJoin('events', 'events.id', 'reminders.eventId')
    .where('reminders.userId', '=', userId)
    .where('events.endDate', '>', now.toISOString())
    .where(isAnnounced);
  const [data, { total }] = await Promise.all([
    own
      .select((eb) => ['reminders.createdAt', competitionOf(eb).as('competition')])
      .orderBy('events.startDate')
      .orderBy('events.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { data, total };
}

function competitionOf({ ref }: Joined) {
  return jsonBuildObject({
    id: ref('events.id'),
    name: ref('events.name'),
    slug: ref('events.slug'),
    pictureId: ref('events.pictureId'),
    startDate: ref('events.startDate'),
    endDate: ref('events.endDate'),
    timezone: ref('events.timezone'),
  });
}

export async function hasReminder(db: Db, userId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reminders')
    .innerJoin('events', 'events.id', 'reminders.eventId')
    .select('reminders.eventId')
    .where('reminders.userId', '=', userId)
    .where('reminders.eventId', '=', eventId)
    .where(isAnnounced)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * One statement: an event that is deleted at the same moment gets none. Any number of equal calls leave one row.
 * @returns false when the event has begun or is no longer there.
 */
export async function insertReminder(
  db: Db,
  { userId, eventId, origin, now }: { userId: string; eventId: string; origin: string; now: Date },
): Promise<boolean> {
  const instant = now.toISOString();
  const { rows } = await sql`
    with event as (
      select id, status = 'hidden' as by_link from events
      where id = ${eventId} and status <> 'draft' and start_date > ${instant}
      for key share
    ), stored as (
      insert into reminders (user_id, event_id, by_link, origin, created_at)
      select ${userId}, id, by_link, ${origin}, ${instant} from event
      on conflict (user_id, event_id) do update set by_link = true
        where excluded.by_link and not reminders.by_link
    )
    select id from event
  `.execute(db);
  return rows.length > 0;
}

export async function deleteReminder(db: Db, userId: string, eventId: string): Promise<void> {
  await db.deleteFrom('reminders').where('userId', '=', userId).where('eventId', '=', eventId).execute();
}

/** Deletes reminders of events that ended before `before`. @returns how many. */
export async function deleteOldReminders(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reminders where (user_id, event_id) in (
      select user_id, event_id from reminders join events on events.id = reminders.event_id
      where events.end_date < ${before} limit ${limit} for update of reminders skip locked
    )
  `.execute(db);
  return Number(numAffectedRows);
}
