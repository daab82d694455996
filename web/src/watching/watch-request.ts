import type { Block, Competition, LiveStream, WatchTarget } from '../competitions/competition-types.ts';
import type { MediaDetails } from '../media/player-state.ts';
import { pictureAddress } from '../ui/pictures/picture-address.ts';

/** The stream to watch, and how the lock screen names it. */
export interface WatchRequest {
  target: WatchTarget;
  details: MediaDetails;
}

/** Names the navigation to a page: the viewer's action that may begin their playback session. */
export function visitOf({ pathname, search }: { pathname: string; search: string }) {
  return `${pathname}${search}`;
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
