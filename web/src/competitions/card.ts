/**
 * The fight card: which block is live, which comes next, which stream of a block is shown. Pure functions; the caller
 * passes the time. After its end a block is a replay, but only if one of its streams is active. An encoder knows better
 * than the dates: fights run late, and end early.
 */
import { type Phase, phaseOf } from '../ui/time/time.ts';
import type { Block, Broadcast, Competition, LiveStream } from './competition-types.ts';

export function blocksInOrder({ blocks }: Pick<Competition, 'blocks'>) {
  return blocks.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate));
}

export function blockPhase(block: Block, now: number): Phase {
  const phase = phaseOf(block, now);
  const broadcasts = watchableStreams(block).map(({ broadcast }) => broadcast);
  if (phase === 'past' && broadcasts.some(isOn)) return 'live';
  const areAllEnded = broadcasts.length > 0 && broadcasts.every((broadcast) => broadcast === 'ended');
  return phase === 'live' && areAllEnded ? 'past' : phase;
}

const isOn = (broadcast: Broadcast) => broadcast === 'live' || broadcast === 'interrupted';

/** What a live block has for viewers: the best that one of its streams offers. */
export function pictureOf(block: Block): 'live' | 'interrupted' | 'waiting' {
  const broadcasts = watchableStreams(block).map(({ broadcast }) => broadcast);
  if (broadcasts.some((broadcast) => broadcast === null || broadcast === 'live')) return 'live';
  if (broadcasts.includes('interrupted')) return 'interrupted';
  return broadcasts.includes('waiting') ? 'waiting' : 'live';
}

/** Whether there is something to watch after the block. */
export function hasReplay(block: Block): boolean {
  return watchableStreams(block).some(isRecorded);
}

/** False for a stream whose encoder never came, and for a broadcast without a recording. */
export function isRecorded({ broadcast, hasReplay }: LiveStream): boolean {
  return broadcast !== 'waiting' && hasReplay;
}

/** The block that is live now; if several are, the one with the featured stream, else the one that began last. */
export function liveBlock(competition: Competition, now: number): Block | undefined {
  return (
    liveBlockWith(competition, now, competition.featuredStreamId) ??
    blocksInOrder(competition).findLast((block) => blockPhase(block, now) === 'live')
  );
}

/** The live block in which this stream is active. */
function liveBlockWith({ blocks }: Competition, now: number, streamId: string | null | undefined) {
  return blocks.find(
    (block) => blockPhase(block, now) === 'live' && watchableStreams(block).some(({ id }) => id === streamId),
  );
}

/** The first block that has not begun. */
export function nextBlock(competition: Competition, now: number): Block | undefined {
  return blocksInOrder(competition).find((block) => blockPhase(block, now) === 'upcoming');
}

/** What the viewer has done on the live page. */
interface LivePageWishes {
  /** The block that they watch. */
  watchedId?: string | undefined;
  /** The stream that they have chosen. */
  chosenId?: string | null;
}

/**
 * The block that the live page shows: the live block; after its end, the watched block until the next one begins;
 * else the next block; after the event, the last one. Of several live blocks the one with the chosen stream comes first.
 */
export function blockToShow(
  competition: Competition,
  now: number,
  { watchedId, chosenId }: LivePageWishes = {},
): Block | undefined {
  const watched = competition.blocks.find(({ id }) => id === watchedId);
  return (
    liveBlockWith(competition, now, chosenId) ??
    liveBlock(competition, now) ??
    watched ??
    nextBlock(competition, now) ??
    blocksInOrder(competition).at(-1)
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

/** What decides which stream of a block is shown. */
export interface StreamWishes {
  /** The viewer's own choice. */
  chosenId: string | null;
  /** The organiser's. */
  featuredId: string | null;
}

/** The chosen stream while it is active, else the featured one, else the active stream with the lowest weight. */
export function streamToShow(block: Block, { chosenId, featuredId }: StreamWishes): LiveStream | undefined {
  const streams = watchableStreams(block);
  const withId = (wanted: string | null) => streams.find(({ id }) => id === wanted);
  return withId(chosenId) ?? withId(featuredId) ?? streams[0];
}
