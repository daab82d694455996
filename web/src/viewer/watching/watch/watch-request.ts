import type { MediaDetails } from '../../../media/player-state.ts';
import { pictureAddress } from '../../../ui/pictures/picture-address.ts';
import type { Block, Competition, LiveStream, WatchTarget } from '../../competitions/competition-types.ts';
import type { LivePageChoice } from '../../playback/playback-session.ts';
import { chosenStream } from '../head-start/first-watch.ts';

/** The stream to watch, and how the lock screen names it. */
export interface WatchRequest {
  target: WatchTarget;
  details: MediaDetails;
}

/** Names the navigation to a page: the viewer's action that may begin their playback session. */
export function visitOf({ pathname, search }: { pathname: string; search: string }) {
  return `${pathname}${search}`;
}

/** What the server needs to know whether the live page has a picture. */
export function livePageChoice(competitionId: string, location: { search: string }): LivePageChoice {
  const liveStreamId = chosenStream(location);
  return liveStreamId === undefined ? { competitionId } : { competitionId, liveStreamId };
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
