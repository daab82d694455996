import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Db } from '../db/database.ts';
import type { BlockRowUpdate, NewBlockRow } from './events.tables.ts';

/** The block with its live streams, only if it stands under this event. */
export function findBlock(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .selectAll('blocks')
    .select((eb) => liveStreamsOf(eb).as('liveStreams'))
    .where('blocks.eventId', '=', eventId)
    .where('blocks.id', '=', blockId)
    .executeTakeFirst();
}

/** All blocks of an event in the order in which they are fought. */
export function listBlocks(db: Db, eventId: string, includes: { liveStreams: boolean }) {
  return db
    .selectFrom('blocks')
    .selectAll('blocks')
    .$if(includes.liveStreams, (query) => query.select((eb) => liveStreamsOf(eb).as('liveStreams')))
    .where('blocks.eventId', '=', eventId)
    .orderBy('blocks.startDate')
    .orderBy('blocks.id')
    .execute();
}

/** The streams of a block as JSON, lightest first. */
export function liveStreamsOf(eb: ExpressionBuilder<Database, 'blocks'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('liveStreams')
      .selectAll('liveStreams')
      .whereRef('liveStreams.blockId', '=', 'blocks.id')
      .orderBy('liveStreams.weight')
      .orderBy('liveStreams.id'),
  );
}

export async function insertBlock(db: Db, block: NewBlockRow): Promise<string> {
  const row = await db.insertInto('blocks').values(block).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** The dates as they are now, held until the transaction ends. */
export function lockBlock(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .select(['id', 'startDate', 'endDate'])
    .where('eventId', '=', eventId)
    .where('id', '=', blockId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateBlock(db: Db, blockId: string, changes: BlockRowUpdate): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('blocks').set(changes).where('id', '=', blockId).execute();
}

export async function deleteBlock(db: Db, eventId: string, blockId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('blocks')
    .where('eventId', '=', eventId)
    .where('id', '=', blockId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
