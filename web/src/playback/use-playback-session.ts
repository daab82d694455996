import { useEffect } from 'react';
import { playbackSession } from './current-playback-session.ts';
import { watchVisibility } from './visibility.ts';

/** Passes the conditions of this page to the playback session, and makes it inactive on unmount. */
export function usePlaybackSession(conditions: { isPlaying: boolean; isLoggedIn: boolean }) {
  const { isPlaying, isLoggedIn } = conditions;
  useEffect(() => {
    playbackSession.set({ isPlaying, isLoggedIn });
  }, [isPlaying, isLoggedIn]);
  useEffect(() => watchVisibility((isVisible) => playbackSession.set({ isVisible })), []);
  useEffect(() => () => playbackSession.set({ isPlaying: false }), []);
}
