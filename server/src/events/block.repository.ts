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
  saleStartDate: 'blocks.saleStartDate',
  saleEndDate: 'blocks.saleEndDate',
} as const satisfies Columns<'blocks', 'version'>);

const blockColumns = [...blockFields, 'blocks.version'] as const;

/** The block with its live streams, only if it belongs to this event. */
export function findBlock(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .select(blockColumns)
    .select((eb) => liveStreamsOf(eb).as('liveStreams'))
    .where('blocks.eventId', '=', eventId)
    .where('blocks.id', '=', blockId)
    .executeTakeFirst();
}

/** All blocks of an event in the order of their start. */
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

/** The streams of a block as JSON, lowest weight first. */
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

export async function countBlocks(db: Db, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('blocks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the block and locks its row until the transaction ends. */
export function lockBlock(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .select(blockColumns)
    .where('eventId', '=', eventId)
    .where('id', '=', blockId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The stronger row lock for a deletion: no row that refers to the block can be inserted meanwhile. */
export function lockBlockToDelete(db: Db, eventId: string, blockId: string) {
  return db
    .selectFrom('blocks')
    .select(blockColumns)
    .where('eventId', '=', eventId)
    .where('id', '=', blockId)
    .forUpdate()
    .executeTakeFirst();
}

/** @param block as `lockBlock` returned it. @returns the block after the change. */
export async function updateBlock(db: Db, block: BlockRow, changes: BlockRowUpdate): Promise<BlockRow> {
  if (Object.keys(changes).length === 0) return block;
  return db
    .updateTable('blocks')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', block.id)
    .returning(blockColumns)
    .executeTakeFirstOrThrow();
}

/** Deletes its live streams and accesses too. */
export async function deleteBlock(db: Db, blockId: string): Promise<void> {
  await db.deleteFrom('blocks').where('id', '=', blockId).execute();
}
