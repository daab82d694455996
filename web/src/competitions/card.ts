/**
 * The fight card: which block is live, which comes next, which stream of a block is shown. Pure functions; the caller
 * passes the time. After its end a block is a replay, but only if one of its streams is active.
 */
import { type Phase, phaseOf } from '../ui/time/time.ts';
import type { Block, Competition, LiveStream } from './competition-types.ts';

export function blocksInOrder({ blocks }: Pick<Competition, 'blocks'>) {
  return blocks.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate));
}

export function blockPhase(block: Block, now: number): Phase {
  return phaseOf(block, now);
}

/** The block that is live now; if several are, the one that began last. */
export function liveBlock(competition: Competition, now: number): Block | undefined {
  return blocksInOrder(competition).findLast((block) => blockPhase(block, now) === 'live');
}

/** The first block that has not begun. */
export function nextBlock(competition: Competition, now: number): Block | undefined {
  return blocksInOrder(competition).find((block) => blockPhase(block, now) === 'upcoming');
}

/**
 * The block that the live page shows: the live block; after its end, the watched block until the next one begins;
 * else the next block; after the event, the last one.
 */
export function blockToShow(competition: Competition, now: number, watchedId?: string): Block | undefined {
  const watched = competition.blocks.find(({ id }) => id === watchedId);
  return (
    liveBlock(competition, now) ?? watched ?? nextBlock(competition, now) ?? blocksInOrder(competition).at(-1)
  );
}

/** The block after this one on the card. */
export function blockAfter(competition: Competition, block: Block): Block | undefined {
  const card = blocksInOrder(competition);
  return card[card.findIndex(({ id }) => id === block.id) + 1];
}

export function findBlock(competition: Competition, blockSlug: string): Block | undefined {
  return competition.blocks.find(({ slug }) => slug === blockSlug);
}

/** The active streams, lowest weight first. */
export function watchableStreams(block: Block): LiveStream[] {
  return block.liveStreams
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => a.weight - b.weight);
}

/** The chosen stream while it is active, else the active stream with the lowest weight. */
export function streamToShow(block: Block, chosenId: string | null): LiveStream | undefined {
  const streams = watchableStreams(block);
  return streams.find(({ id }) => id === chosenId) ?? streams[0];
}
