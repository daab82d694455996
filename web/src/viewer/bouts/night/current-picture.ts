import { isBrowser } from '../../../config.ts';
import { activePlayers, keptPlayers } from '../../../media/active-players.ts';
import type { Picture } from './card-states.ts';
import { createPictureClock } from './picture-clock.ts';

const channel =
  isBrowser && 'BroadcastChannel' in window ? new BroadcastChannel('ringside-picture') : undefined;

/** What this browser shows. */
export const pictureClock = createPictureClock(channel, Math.random().toString(36), shownHere);

/** A viewer who went back in a live stream and left its page will return to that place, so what comes after it stays hidden. */
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
      kind: hasFrame ? (isLive ? 'live' : 'replay') : undefined,
    };
  });
}

if (isBrowser) {
  window.addEventListener('pagehide', pictureClock.leave);
  window.addEventListener('pageshow', pictureClock.comeBack);
}
