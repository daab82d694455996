import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Fields } from '../db/apply-list-query.ts';
import type { Database, Db } from '../db/database.ts';
import { listRows } from '../db/list-rows.ts';
import { countRows } from '../db/row-counts.ts';
import type { ListQuery } from '../http/list-query.ts';
import { liveStreamsOf } from './block.repository.ts';
import type { EventRowUpdate, NewEventRow } from './events.tables.ts';

const eventColumns = [
  'events.id',
  'events.name',
  'events.slug',
  'events.description',
  'events.content',
  'events.startDate',
  'events.endDate',
  'events.timezone',
  'events.location',
  'events.pictureId',
  'events.status',
  'events.stripePriceId',
] as const;

export interface EventIncludes {
  blocks: boolean;
  liveStreams: boolean;
}

const fields: Fields = {
  id: sql.ref('events.id'),
  name: sql.ref('events.name'),
  slug: sql.ref('events.slug'),
  startDate: sql.ref('events.startDate'),
  endDate: sql.ref('events.endDate'),
  status: sql.ref('events.status'),
  'blocks.name': (condition) =>
    sql`exists (select 1 from blocks where blocks.event_id = events.id and ${condition(sql.ref('blocks.name'))})`,
};

export async function findEvent(db: Db, eventId: string, includes: EventIncludes) {
  return selectEvents(db, includes).where('events.id', '=', eventId).executeTakeFirst();
}

export function listEvents(db: Db, query: ListQuery, includes: EventIncludes) {
  return listRows(query, {
    rows: selectEvents(db, includes),
    counted: db.selectFrom('events'),
    fields,
    byDefault: { field: 'startDate', direction: 'desc' },
    id: sql.ref('events.id'),
    countAll: () => countRows(db, 'events'),
  });
}

function selectEvents(db: Db, includes: EventIncludes) {
  return db
    .selectFrom('events')
    .select(eventColumns)
    .$if(includes.blocks, (query) => query.select((eb) => blocksOf(eb, includes.liveStreams).as('blocks')));
}

function blocksOf(eb: ExpressionBuilder<Database, 'events'>, liveStreams: boolean) {
  return jsonArrayFrom(
    eb
      .selectFrom('blocks')
      .selectAll('blocks')
      .$if(liveStreams, (query) => query.select((block) => liveStreamsOf(block).as('liveStreams')))
      .whereRef('blocks.eventId', '=', 'events.id')
      .orderBy('blocks.startDate')
      .orderBy('blocks.id'),
  );
}

export async function insertEvent(db: Db, event: NewEventRow): Promise<string> {
  const row = await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** The dates as they are now, held until the transaction ends: a change of one is judged against the other. */
export function lockEvent(db: Db, eventId: string) {
  return db
    .selectFrom('events')
    .select(['id', 'startDate', 'endDate'])
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateEvent(db: Db, eventId: string, changes: EventRowUpdate): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('events').set(changes).where('id', '=', eventId).execute();
}

/** @returns whether there was one; its blocks, live streams and accesses go with it. */
export async function deleteEvent(db: Db, eventId: string): Promise<boolean> {
  const result = await db.deleteFrom('events').where('id', '=', eventId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
