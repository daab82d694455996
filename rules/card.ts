/**
 * The fight card: which block is live, which comes next, which stream of a block is shown. Pure functions; the caller
 * passes the time. After its end a block is a replay, but only if one of its streams is active. An encoder knows better
 * than the dates: fights run late, and end early.
 */
import { type Phase, phaseOf } from './event-words.ts';

type Broadcast = 'waiting' | 'live' | 'interrupted' | 'ended' | null;

/** What is needed of a stream, a block and an event; each function returns what it was given. */
interface Stream {
  id: string;
  status: string;
  weight: number;
  broadcast: Broadcast;
  hasReplay: boolean;
}

interface Block {
  id: string;
  slug: string;
  startDate: string;
  endDate: string;
  liveStreams: readonly Stream[];
}

type Streams = Pick<Block, 'liveStreams'>;

interface Card<B> {
  blocks: readonly B[];
}

/** With the stream that its organiser shows first. */
interface Featured<B> extends Card<B> {
  featuredStreamId: string | null;
}

export function blocksInOrder<B extends Block>({ blocks }: Card<B>): B[] {
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
export function pictureOf(block: Streams): 'live' | 'interrupted' | 'waiting' {
  const broadcasts = watchableStreams(block).map(({ broadcast }) => broadcast);
  if (broadcasts.some((broadcast) => broadcast === null || broadcast === 'live')) return 'live';
  if (broadcasts.includes('interrupted')) return 'interrupted';
  return broadcasts.includes('waiting') ? 'waiting' : 'live';
}

/** Whether there is something to watch after the block. */
export function hasReplay(block: Streams): boolean {
  return watchableStreams(block).some(isRecorded);
}

/** False for a stream whose encoder never came, and for a broadcast without a recording. */
export function isRecorded({ broadcast, hasReplay }: Pick<Stream, 'broadcast' | 'hasReplay'>): boolean {
  return broadcast !== 'waiting' && hasReplay;
}

/** The block that is live now; if several are, the one with the featured stream, else the one that began last. */
export function liveBlock<B extends Block>(competition: Featured<B>, now: number): B | undefined {
  return (
    liveBlockWith(competition, now, competition.featuredStreamId) ??
    blocksInOrder(competition).findLast((block) => blockPhase(block, now) === 'live')
  );
}

/** The live block in which this stream is active. */
function liveBlockWith<B extends Block>(
  { blocks }: Card<B>,
  now: number,
  streamId: string | null | undefined,
) {
  return blocks.find(
    (block) => blockPhase(block, now) === 'live' && watchableStreams(block).some(({ id }) => id === streamId),
  );
}

/** The first block that has not begun. */
export function nextBlock<B extends Block>(competition: Card<B>, now: number): B | undefined {
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
export function blockToShow<B extends Block>(
  competition: Featured<B>,
  now: number,
  { watchedId, chosenId }: LivePageWishes = {},
): B | undefined {
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
export function blockAfter<B extends Block>(competition: Card<B>, block: Pick<B, 'id'>): B | undefined {
  const card = blocksInOrder(competition);
  return card[card.findIndex(({ id }) => id === block.id) + 1];
}

export function findBlock<B extends Block>(competition: Card<B>, blockSlug: string): B | undefined {
  return competition.blocks.find(({ slug }) => slug === blockSlug);
}

/** The active streams, lowest weight first. */
export function watchableStreams<S extends Stream>(block: { liveStreams: readonly S[] }): S[] {
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
export function streamToShow<S extends Stream>(
  block: { liveStreams: readonly S[] },
  { chosenId, featuredId }: StreamWishes,
): S | undefined {
  const streams = watchableStreams(block);
  const withId = (wanted: string | null) => streams.find(({ id }) => id === wanted);
  return withId(chosenId) ?? withId(featuredId) ?? streams[0];
}
