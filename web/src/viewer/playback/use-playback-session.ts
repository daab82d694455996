import { useEffect } from 'react';
import { playbackSession } from './current-playback-session.ts';
import { watchVisibility } from './visibility.ts';

/** A page that gives its video to the corner, or takes it back, is mounted together with it for a moment. */
let users = 0;

/** Passes the conditions of the video on screen to the playback session, and makes it inactive on unmount. */
export function usePlaybackSession(conditions: { isPlaying: boolean; isLoggedIn: boolean }) {
  const { isPlaying, isLoggedIn } = conditions;
  useEffect(() => {
    playbackSession.set({ isPlaying, isLoggedIn });
  }, [isPlaying, isLoggedIn]);
  useEffect(() => watchVisibility((isVisible) => playbackSession.set({ isVisible })), []);
  useEffect(() => {
    users += 1;
    return () => {
      users -= 1;
      if (users === 0) playbackSession.set({ isPlaying: false });
    };
  }, []);
}
