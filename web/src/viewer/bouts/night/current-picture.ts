import { isBrowser } from '../../../config.ts';
import { activePlayers } from '../../../media/active-players.ts';
import type { Picture } from './card-states.ts';
import { createPictureClock } from './picture-clock.ts';

const channel =
  isBrowser && 'BroadcastChannel' in window ? new BroadcastChannel('ringside-picture') : undefined;

/** What this browser shows. */
export const pictureClock = createPictureClock(channel, Math.random().toString(36), shownHere);

function shownHere(): Picture[] {
  return activePlayers().map(({ mediaId, getState, figures }) => {
    const { hasFrame, isLive, isAtEdge } = getState();
    const [liveStreamId = ''] = mediaId.split('/');
    return {
      liveStreamId,
      takenAt: hasFrame ? figures().takenAt : null,
      isAtEdge: hasFrame && isLive && isAtEdge,
    };
  });
}

if (isBrowser) {
  window.addEventListener('pagehide', pictureClock.leave);
  window.addEventListener('pageshow', pictureClock.comeBack);
}
