/** The contract's schemas under the names of this area. */
import type { components, operations } from '@ringside/openapi/schema';

/** With its blocks and their live streams, which the client always asks for. */
export type Competition = Omit<components['schemas']['CompetitionDetail'], 'blocks'> & { blocks: Block[] };
export type Block = Required<components['schemas']['CompetitionBlock']>;
export type LiveStream = components['schemas']['CompetitionLiveStream'];
/** What the stream's encoder does; null where no encoder feeds it. */
export type Broadcast = LiveStream['broadcast'];
export type BlockAccess = components['schemas']['CompetitionBlockAccess'];
export type SignedUrl = components['schemas']['SignedUrl'];
/** The answer of the call that begins a watch page. */
export type WatchAnswer = components['schemas']['Watch'];
export type WatchQuery = operations['createWatch']['parameters']['query'];

/** The address of a live stream: all three ids are needed. */
export interface WatchTarget {
  competitionId: string;
  blockId: string;
  liveStreamId: string;
}
