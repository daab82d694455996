import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../identity/sessions/use-session.ts';
import { playerRegistry } from '../../media/session/current-players.ts';
import type { Broadcast } from '../competitions/competition-types.ts';
import { usePlaybackSession } from '../playback/use-playback-session.ts';
import { watchVisibility } from '../playback/visibility.ts';
import type { Watch } from './watch/watch.ts';
import type { WatchState } from './watch/watch-parts.ts';

export interface StreamState {
  /** False while the organiser has switched the stream off. */
  isOnAir: boolean;
  broadcast: Broadcast;
}

/** Tells a watch what happens around it while it is on screen, on its page or in the corner. */
export function useRunningWatch(watch: Watch, { isOnAir, broadcast }: StreamState): WatchState {
  // Before it begins: it would ask for the address of a stream that waits.
  useEffect(() => watch.setBroadcast(broadcast), [watch, broadcast]);
  useEffect(() => watchVisibility(watch.setVisible), [watch]);
  useEffect(() => watch.setOnAir(isOnAir), [watch, isOnAir]);

  const { isLoggedIn } = useSession();
  const readPlaying = () => playerRegistry.getPlaying() !== null;
  const isPlaying = useSyncExternalStore(playerRegistry.subscribe, readPlaying, () => false);
  const state: WatchState = useSyncExternalStore(watch.subscribe, watch.getState, watch.getState);
  // Who waits for the stream to come back keeps their place.
  usePlaybackSession({ isPlaying: isPlaying || (!isOnAir && isWaiting(state)), isLoggedIn });
  return state;
}

/** True when the watch goes on by itself as soon as the stream is on air again. */
export function isWaiting(state: WatchState) {
  if (state.phase === 'asking') return false;
  return state.phase !== 'stopped' || state.reason === 'stream-inactive';
}
