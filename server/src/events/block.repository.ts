import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Columns } from '../db/columns.ts';
import type { Database, Db } from '../db/database.ts';
import type { BlockRow, BlockRowUpdate, NewBlockRow } from './events.tables.ts';
import { liveStreamFields } from './live-stream.repository.ts';

export const blockFields = Object.values({
  id: 'blocks.id',
  eventId: 'blocks.eventId',
  name: 'blocks.name',
  slug: 'blocks.slug',
  description: 'blocks.description',
  startDate: 'blocks.startDate',
  endDate: 'blocks.endDate',
  location: 'blocks.location',
  paymentRequired: 'blocks.paymentRequired',
  stripePriceId: 'blocks.stripePriceId',
} as const satisfies Columns<'blocks', 'version'>);

const blockColumns = [...blockFields, 'blocks.version'] as const;

/** The block with its live streams, only if it stands under this event. */
export function findBlock(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .select(blockColumns)
    .select((eb) => liveStreamsOf(eb).as('liveStreams'))
    .where('blocks.eventId', '=', eventId)
    .where('blocks.id', '=', blockId)
    .executeTakeFirst();
}

/** All blocks of an event in the order in which they are fought. */
export function listBlocks(db: Db, eventId: string, includes: { liveStreams: boolean }) {
  return db
    .selectFrom('blocks')
    .select(blockFields)
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
      .select(liveStreamFields)
      .whereRef('liveStreams.blockId', '=', 'blocks.id')
      .orderBy('liveStreams.weight')
      .orderBy('liveStreams.id'),
  );
}

export function insertBlock(db: Db, block: NewBlockRow): Promise<BlockRow> {
  return db.insertInto('blocks').values(block).returning(blockColumns).executeTakeFirstOrThrow();
}

/** The block as it is now, held until the transaction ends. */
export function lockBlock(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .select(blockColumns)
    .where('eventId', '=', eventId)
    .where('id', '=', blockId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The same against everything that refers to it: nothing can be added to it meanwhile. */
export function lockBlockToDelete(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .select(blockColumns)
    .where('eventId', '=', eventId)
    .where('id', '=', blockId)
    .forUpdate()
    .executeTakeFirst();
}

/** @param block as `lockBlock` found it. @returns the block as it is from now on. */
export async function updateBlock(db: Db, block: BlockRow, changes: BlockRowUpdate): Promise<BlockRow> {
  if (Object.keys(changes).length === 0) return block;
  return db
    .updateTable('blocks')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', block.id)
    .returning(blockColumns)
    .executeTakeFirstOrThrow();
}

/** Its live streams and accesses go with it. */
export async function deleteBlock(db: Db, blockId: string): Promise<void> {
  await db.deleteFrom('blocks').where('id', '=', blockId).execute();
}
