import { isBrowser } from '../../config.ts';
import {
  createPlaybackSession,
  leavePlaybackSession,
  pingPlaybackSession,
  saveWatchedPlace,
} from './playback-calls.ts';
import { PlaybackSession } from './playback-session.ts';
import { createWatchedPlaces } from './watched-place.ts';

// All tabs of a browser are one device and share one session.
const channel =
  isBrowser && 'BroadcastChannel' in window ? new BroadcastChannel('ringside-playback') : undefined;

/** Where the recording plays that this tab watches. */
export const watchedPlaces = createWatchedPlaces((place) => void saveWatchedPlace(place));

/** The playback session of this tab. */
export const playbackSession = new PlaybackSession({
  create: createPlaybackSession,
  ping: (sessionId) => pingPlaybackSession(sessionId, watchedPlaces.next()),
  sendLeave: (sessionId) => void leavePlaybackSession(sessionId),
  // The other clock stands still while the computer sleeps.
  now: Date.now,
  random: Math.random,
  announce: () => channel?.postMessage('begun'),
});

channel?.addEventListener('message', playbackSession.takenOver);

// Closed, loaded anew, left for another site, or kept by the browser.
if (isBrowser) {
  window.addEventListener('pagehide', playbackSession.leave);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) playbackSession.comeBack();
  });
}
