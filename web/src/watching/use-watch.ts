import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../identity/sessions/use-session.ts';
import { playerRegistry } from '../media/current-players.ts';
import { usePlaybackSession } from '../playback/use-playback-session.ts';
import { watchVisibility } from '../playback/visibility.ts';
import { beginWatch, findWatch } from './current-watch.ts';
import type { WatchState } from './watch.ts';
import type { WatchRequest } from './watch-request.ts';

/**
 * Watches a stream while the component is mounted. `visit` names the viewer's navigation. For another stream, mount
 * another component (by its key).
 */
export function useWatch(request: WatchRequest, visit: string) {
  const [watch] = useState(() => findWatch(request));
  useEffect(() => {
    beginWatch(watch, visit);
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
