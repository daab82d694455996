/** The reminders of single bouts. */
import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Db } from '../../db/database.ts';
import type { ListQuery } from '../../lists/list-query.ts';
import { noticeTimes } from './bout-notices.rules.ts';

interface Asked {
  userId: string;
  eventId: string;
  boutId: string;
}

/**
 * One statement: a bout that begins or goes at the same moment gets none. Any number of equal calls leave one row.
 * @returns what stands in the way: there is no such bout, or it has begun, is cancelled or is over.
 */
export async function insertBoutReminder(
  db: Db,
  { userId, eventId, boutId, origin, now }: Asked & { origin: string; now: Date },
): Promise<'stored' | 'unknown' | 'late'> {
  // Nights run late.
  const overUntil = new Date(now.getTime() - noticeTimes.overrunMs).toISOString();
  const { rows } = await sql<{ isOpen: boolean }>`
    with bout as (
      select bouts.id, bout_announcement(bouts) as known, events.status = 'hidden' as by_link,
        bouts.status <> 'cancelled' and events.end_date > ${overUntil} and not exists (
          select from bells where bells.bout_id = bouts.id and bells.undone_at is null
        ) as is_open
      from bouts join blocks on blocks.id = bouts.block_id join events on events.id = blocks.event_id
      where bouts.id = ${boutId} and events.id = ${eventId} and events.status <> 'draft'
      for key share of bouts
    ), stored as (
      insert into bout_reminders (user_id, bout_id, by_link, origin, known, created_at)
      select ${userId}, id, by_link, ${origin}, known, ${now.toISOString()} from bout where is_open
      on conflict (user_id, bout_id) do update set by_link = true
        where excluded.by_link and not bout_reminders.by_link
    )
    select is_open from bout
  `.execute(db);
  const [bout] = rows;
  if (bout === undefined) return 'unknown';
  return bout.isOpen ? 'stored' : 'late';
}

export async function deleteBoutReminder(db: Db, { userId, eventId, boutId }: Asked): Promise<void> {
  await db
    .deleteFrom('boutReminders')
    .where('userId', '=', userId)
    .where('boutId', '=', boutId)
    .where('boutId', 'in', (eb) =>
      eb
        .selectFrom('bouts')
        .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
        .select('bouts.id')
        .where('blocks.eventId', '=', eventId),
    )
    .execute();
}

/** In the order of the events and their cards, without events that are over or were taken back. */
export async function listBoutReminders(
  db: Db,
  { userId, eventId, now }: { userId: string; eventId: string | undefined; now: Date },
  { limit, offset }: ListQuery,
) {
  let own = db
    .selectFrom('boutReminders')
    .innerJoin('bouts', 'bouts.id', 'boutReminders.boutId')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .innerJoin('events', 'events.id', 'blocks.eventId')
    .where('boutReminders.userId', '=', userId)
    .where('events.endDate', '>', now.toISOString())
    .where((eb) =>
      eb.or([
        eb('events.status', '=', 'public'),
        eb.and([eb('events.status', '=', 'hidden'), eb('boutReminders.byLink', '=', true)]),
      ]),
    );
  if (eventId !== undefined) own = own.where('events.id', '=', eventId);
  const [data, { total }] = await Promise.all([
    own
      .leftJoin('fighters as red', 'red.id', 'bouts.redFighterId')
      .leftJoin('fighters as blue', 'blue.id', 'bouts.blueFighterId')
      .select(['boutReminders.boutId', 'red.name as redName', 'blue.name as blueName', 'bouts.status'])
      .select((eb) => [
        eb('boutReminders.toldNextAt', 'is not', null).$castTo<boolean>().as('isTold'),
        'boutReminders.createdAt',
        jsonBuildObject({
          id: eb.ref('events.id'),
          name: eb.ref('events.name'),
          slug: eb.ref('events.slug'),
          startDate: eb.ref('events.startDate'),
          timezone: eb.ref('events.timezone'),
        }).as('competition'),
      ])
      .orderBy('events.startDate')
      .orderBy('events.id')
      .orderBy('blocks.startDate')
      .orderBy('blocks.id')
      .orderBy('bouts.position')
      .orderBy('bouts.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { data, total };
}

/** Deletes reminders of events that ended before `before`. @returns how many. */
export async function deleteOldBoutReminders(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from bout_reminders where (user_id, bout_id) in (
      select user_id, bout_id from bout_reminders
        join bouts on bouts.id = bout_reminders.bout_id
        join blocks on blocks.id = bouts.block_id
        join events on events.id = blocks.event_id
      where events.end_date < ${before} limit ${limit} for update of bout_reminders skip locked
    )
  `.execute(db);
  return Number(numAffectedRows);
}
