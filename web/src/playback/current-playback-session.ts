import { createPlaybackSession, pingPlaybackSession } from './playback.queries.ts';
import { createPlaybackSessionStore } from './playback-session.ts';

/** The playback session of this page. */
export const playbackSession = createPlaybackSessionStore({
  create: createPlaybackSession,
  ping: pingPlaybackSession,
  now: () => performance.now(),
  random: Math.random,
});
