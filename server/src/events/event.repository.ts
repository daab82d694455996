import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Columns } from '../db/columns.ts';
import type { Database, Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import type { Fields } from '../lists/apply-list-query.ts';
import type { FieldCondition, Filter, ListQuery } from '../lists/list-query.ts';
import { listRows } from '../lists/list-rows.ts';
import { countRows, countUnfiltered } from '../lists/row-counts.ts';
import { blockFields, liveStreamsOf } from './block.repository.ts';
import type { EventRow, EventRowUpdate, NewEventRow } from './events.tables.ts';

const eventFields = Object.values({
  id: 'events.id',
  name: 'events.name',
  slug: 'events.slug',
  description: 'events.description',
  content: 'events.content',
  startDate: 'events.startDate',
  endDate: 'events.endDate',
  timezone: 'events.timezone',
  location: 'events.location',
  pictureId: 'events.pictureId',
  status: 'events.status',
  stripePriceId: 'events.stripePriceId',
  saleStartDate: 'events.saleStartDate',
  saleEndDate: 'events.saleEndDate',
} as const satisfies Columns<'events', 'version'>);

const eventColumns = [...eventFields, 'events.version'] as const;

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

/** One query for any includes. */
export async function findEvent(db: Db, eventId: string, includes: EventIncludes) {
  const { rows } = await eventQueries[includesKey(includes)](db, { eventId });
  return rows[0];
}

function includesKey({ blocks, liveStreams }: EventIncludes) {
  if (!blocks) return 'alone';
  return liveStreams ? 'withLiveStreams' : 'withBlocks';
}

const eventWith = (includes: EventIncludes) =>
  prepare(['eventId'], (db, { eventId }) =>
    selectEvents(db, includes).select('events.version').where('events.id', '=', eventId),
  );

const eventQueries = {
  alone: eventWith({ blocks: false, liveStreams: false }),
  withBlocks: eventWith({ blocks: true, liveStreams: false }),
  withLiveStreams: eventWith({ blocks: true, liveStreams: true }),
};

export function listEvents(db: Db, query: ListQuery, includes: EventIncludes) {
  return listRows(db, query, {
    name: `events ${includesKey(includes)}`,
    table: 'events',
    rows: (anyDb) => selectEvents(anyDb, includes),
    counted: (anyDb) => anyDb.selectFrom('events'),
    fields,
    byDefault: { field: 'startDate', direction: 'desc' },
    id: sql.ref('events.id'),
    keptCount: (filter) => countOfStatus(db, filter) ?? countUnfiltered(db, 'events', filter),
  });
}

/** Row counts exist for a filter by status alone, which organisers use most. */
function countOfStatus(db: Db, { status, ...others }: Filter): Promise<number> | undefined {
  const { eq, ...more } = (status ?? {}) as FieldCondition;
  const isAlone = Object.keys(others).length + Object.keys(more).length === 0;
  return isAlone && eq !== undefined ? countRows(db, 'events', String(eq)) : undefined;
}

function selectEvents(db: Db, includes: EventIncludes) {
  return db
    .selectFrom('events')
    .select(eventFields)
    .$if(includes.blocks, (query) => query.select((eb) => blocksOf(eb, includes.liveStreams).as('blocks')));
}

function blocksOf(eb: ExpressionBuilder<Database, 'events'>, liveStreams: boolean) {
  return jsonArrayFrom(
    eb
      .selectFrom('blocks')
      .select(blockFields)
      .$if(liveStreams, (query) => query.select((block) => liveStreamsOf(block).as('liveStreams')))
      .whereRef('blocks.eventId', '=', 'events.id')
      .orderBy('blocks.startDate')
      .orderBy('blocks.id'),
  );
}

export function insertEvent(db: Db, event: NewEventRow): Promise<EventRow> {
  return db.insertInto('events').values(event).returning(eventColumns).executeTakeFirstOrThrow();
}

/** Locks the event's row until the transaction ends, so that a change is checked against the stored values. */
export function lockEvent(db: Db, eventId: string) {
  return db
    .selectFrom('events')
    .select(eventColumns)
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The stronger row lock for a deletion: no row that refers to the event can be inserted meanwhile. */
export function lockEventToDelete(db: Db, eventId: string) {
  return db
    .selectFrom('events')
    .select(eventColumns)
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst();
}

/** @param event as `lockEvent` returned it. @returns the event after the change. */
export async function updateEvent(db: Db, event: EventRow, changes: EventRowUpdate): Promise<EventRow> {
  if (Object.keys(changes).length === 0) return event;
  return db
    .updateTable('events')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', event.id)
    .returning(eventColumns)
    .executeTakeFirstOrThrow();
}

/** Deletes its blocks, live streams and accesses too. */
export async function deleteEvent(db: Db, eventId: string): Promise<void> {
  await db.deleteFrom('events').where('id', '=', eventId).execute();
}
