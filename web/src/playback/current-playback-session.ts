import { createPlaybackSession, pingPlaybackSession } from './playback.queries.ts';
import { createPlaybackSessionStore } from './playback-session.ts';

// The pages of one browser are one device, with one session among them.
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('ringside-playback') : undefined;

/** The playback session of this page. */
export const playbackSession = createPlaybackSessionStore({
  create: createPlaybackSession,
  ping: pingPlaybackSession,
  now: () => performance.now(),
  random: Math.random,
  announce: () => channel?.postMessage('begun'),
});

channel?.addEventListener('message', playbackSession.takenOver);
