import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../identity/use-session.ts';
import { playerRegistry } from '../media/current-players.ts';
import { streamTechnology } from '../media/device.ts';
import type { MediaDetails } from '../media/player-state.ts';
import { playbackSession } from '../playback/current-playback-session.ts';
import { usePlaybackSession } from '../playback/use-playback-session.ts';
import { watchVisibility } from '../playback/visibility.ts';
import type { WatchTarget } from './competition-types.ts';
import { signUrl } from './competitions.queries.ts';
import { createWatch, type WatchParts, type WatchState } from './watch.ts';

let actions = 0;

const parts: WatchParts = {
  session: playbackSession,
  registry: playerRegistry,
  signUrl: (target) => signUrl(target, streamTechnology()),
  newAction: () => {
    actions += 1;
    return `action-${actions}`;
  },
};

/**
 * Watches a stream for as long as the component is on screen. `visit` names the viewer's navigation: the
 * session that the page has begun for it early is taken up. Another stream is another component (by key).
 */
export function useWatch(target: WatchTarget, details: MediaDetails, visit: string) {
  const [watch] = useState(() => createWatch(target, details, parts));
  useEffect(() => {
    watch.begin(visit);
    return watch.end;
  }, [watch, visit]);
  useEffect(() => watchVisibility(watch.setVisible), [watch]);

  const { isLoggedIn } = useSession();
  const isPlaying = useSyncExternalStore(
    playerRegistry.subscribe,
    () => playerRegistry.getPlaying() !== null,
  );
  usePlaybackSession({ isPlaying, isLoggedIn });

  const state: WatchState = useSyncExternalStore(watch.subscribe, watch.getState);
  return { state, reload: watch.reload };
}
