import { createPlaybackSession, pingPlaybackSession } from './playback.queries.ts';
import { createPlaybackSessionStore } from './playback-session.ts';

// All tabs of a browser are one device and share one session.
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('ringside-playback') : undefined;

/** The playback session of this tab. */
export const playbackSession = createPlaybackSessionStore({
  create: createPlaybackSession,
  ping: pingPlaybackSession,
  now: () => performance.now(),
  random: Math.random,
  announce: () => channel?.postMessage('begun'),
});

channel?.addEventListener('message', playbackSession.takenOver);
