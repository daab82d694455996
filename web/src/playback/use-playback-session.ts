import { useEffect } from 'react';
import { playbackSession } from './current-playback-session.ts';
import { watchVisibility } from './visibility.ts';

/** Keeps the playback-active flag of this page in step with what the page knows, and off after it. */
export function usePlaybackSession(conditions: { isPlaying: boolean; isLoggedIn: boolean }) {
  const { isPlaying, isLoggedIn } = conditions;
  useEffect(() => {
    playbackSession.set({ isPlaying, isLoggedIn });
  }, [isPlaying, isLoggedIn]);
  useEffect(() => watchVisibility((isVisible) => playbackSession.set({ isVisible })), []);
  useEffect(() => () => playbackSession.set({ isPlaying: false }), []);
}
