import { done } from '../../../api/done.ts';
import { swapped, type Times } from './block-times.ts';
import { type Block, readBlock, updateBlock } from './blocks.queries.ts';

/** The first of two changes is stored, and could not be undone. */
export class HalfSwapped extends Error {}

const pathOf = (block: Block) => ({ eventId: block.eventId, blockId: block.id });

const isSame = (a: Times, b: Times) =>
  Date.parse(a.startDate) === Date.parse(b.startDate) && Date.parse(a.endDate) === Date.parse(b.endDate);

/**
 * Stores a swap: two changes, each only if nobody has touched the block since it was read. When the second one fails,
 * the first one is undone. @throws the problem, a sentence, or `HalfSwapped`.
 */
export async function storeSwap(first: Block, second: Block) {
  const stored = await Promise.all([readBlock(pathOf(first)), readBlock(pathOf(second))]);
  if (!isSame(stored[0].value, first) || !isSame(stored[1].value, second)) {
    throw 'Somebody has changed these times meanwhile. Look at them again, and then move the block.';
  }
  const after = swapped(first, second);
  const changed = await done(updateBlock(pathOf(first), after.first, stored[0].etag));
  try {
    await done(updateBlock(pathOf(second), after.second, stored[1].etag));
  } catch (error) {
    await undo(first, second, changed.response.headers.get('ETag') ?? '*');
    throw error;
  }
}

/** @throws `HalfSwapped` when the first block cannot get its times back. */
async function undo(first: Block, second: Block, etag: string) {
  const { startDate, endDate } = first;
  try {
    await done(updateBlock(pathOf(first), { startDate, endDate }, etag));
  } catch {
    throw new HalfSwapped(
      `Only ${first.name} has its new times. ${second.name} could not be changed: edit its times, or those of ${first.name}.`,
    );
  }
}
