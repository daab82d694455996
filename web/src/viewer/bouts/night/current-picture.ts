import { isBrowser } from '../../../config.ts';
import { activePlayers, keptPlayers } from '../../../media/active-players.ts';
import type { Picture } from './card-states.ts';
import { createPictureClock } from './picture-clock.ts';

const channel =
  isBrowser && 'BroadcastChannel' in window ? new BroadcastChannel('ringside-picture') : undefined;

/** What this browser shows. */
export const pictureClock = createPictureClock(channel, Math.random().toString(36), shownHere);

/** Who has gone back and left the page returns to their place: what comes behind it is still a secret. */
function shownHere(): Picture[] {
  const behind = keptPlayers().filter(({ getState }) => {
    const { hasFrame, isLive, isAtEdge } = getState();
    return hasFrame && isLive && !isAtEdge;
  });
  return [...activePlayers(), ...behind].map(({ mediaId, getState, figures }) => {
    const { hasFrame, isLive, isAtEdge, isPaused } = getState();
    const [liveStreamId = ''] = mediaId.split('/');
    return {
      liveStreamId,
      takenAt: hasFrame ? figures().takenAt : null,
      // A paused one without a clock stands still, whatever its element says.
      isAtEdge: hasFrame && isLive && isAtEdge && !isPaused,
    };
  });
}

if (isBrowser) {
  window.addEventListener('pagehide', pictureClock.leave);
  window.addEventListener('pageshow', pictureClock.comeBack);
}
