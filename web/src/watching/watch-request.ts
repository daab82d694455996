import type { Block, Competition, LiveStream, WatchTarget } from '../competitions/competition-types.ts';
import type { MediaDetails } from '../media/player-state.ts';
import { pictureAddress } from '../ui/pictures/picture-address.ts';

/** What a watch needs to know: the stream, and how the system shall name it. */
export interface WatchRequest {
  target: WatchTarget;
  details: MediaDetails;
}

export function watchRequest(competition: Competition, block: Block, stream: LiveStream): WatchRequest {
  const { pictureId } = competition;
  return {
    target: { competitionId: competition.id, blockId: block.id, liveStreamId: stream.id },
    details: {
      title: block.name,
      description: competition.name,
      poster: pictureId && pictureAddress(pictureId, 1280, 'jpg'),
    },
  };
}
