import type { MediaPlayer } from '../../../media/media-player.ts';
import type { PlayerState } from '../../../media/player-state.ts';
import type { WatchedPlaces } from '../../playback/watched-place.ts';

/** Who has seen all but this much has seen it all (docs/product.md, 30.6). */
const endSeconds = 30;
const endShare = 0.02;

/** Tells where a recording plays while it is watched. @returns a function that tells the last position and stops. */
export function keepPosition(player: MediaPlayer, liveStreamId: string, places: WatchedPlaces) {
  const stopFollowing = places.follow(liveStreamId, () => positionOf(player.getState()));
  const listening = new AbortController();
  const { signal } = listening;
  let wasPaused = player.getState().isPaused;
  const stopListening = player.subscribe(() => {
    const { isPaused } = player.getState();
    if (isPaused && !wasPaused) places.flush();
    wasPaused = isPaused;
  });
  const leave = () => {
    if (document.visibilityState === 'hidden') places.flush();
  };
  document.addEventListener('visibilitychange', leave, { signal });
  window.addEventListener('pagehide', places.flush, { signal });
  return () => {
    listening.abort();
    stopListening();
    stopFollowing();
  };
}

/** Seconds from the beginning, 0 at the end; null before the first picture. */
export function positionOf(
  state: Pick<PlayerState, 'hasFrame' | 'isLive' | 'isEnded' | 'currentTime' | 'windowStart' | 'windowEnd'>,
): number | null {
  const { hasFrame, isLive, isEnded, currentTime, windowStart, windowEnd } = state;
  const length = windowEnd - windowStart;
  if (!hasFrame || isLive || length <= 0) return null;
  const left = windowEnd - currentTime;
  if (isEnded || left < Math.max(endSeconds, length * endShare)) return 0;
  return Math.max(0, Math.round((currentTime - windowStart) * 10) / 10);
}
