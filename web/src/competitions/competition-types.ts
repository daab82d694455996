/** The contract's schemas under the names of this area. */
import type { components } from '@ringside/openapi/schema';

export type Competition = components['schemas']['CompetitionDetail'];
export type Block = components['schemas']['CompetitionBlock'];
export type LiveStream = components['schemas']['CompetitionLiveStream'];
export type BlockAccess = components['schemas']['CompetitionBlockAccess'];
export type SignedUrl = components['schemas']['SignedUrl'];

/** The address of a live stream: all three ids are needed. */
export interface WatchTarget {
  competitionId: string;
  blockId: string;
  liveStreamId: string;
}
