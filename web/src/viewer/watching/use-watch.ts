import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MediaPlayer } from '../../media/media-player.ts';
import { keepInCorner } from './mini-player.tsx';
import { type StreamState, useRunningWatch } from './use-running-watch.ts';
import { beginWatch, endWatch, findWatch, nextWatch } from './watch/current-watch.ts';
import type { WatchRequest } from './watch/watch-request.ts';

/**
 * Watches a stream while the component is mounted. `visit` names the viewer's navigation. Another stream of the request
 * goes on where the one before is; that one's player, `previous`, keeps its last picture for as long. A video that plays
 * when the viewer leaves the page goes on in the corner.
 */
export function useWatch(request: WatchRequest, visit: string, stream: StreamState) {
  const [watch, setWatch] = useState(() => findWatch(request));
  const [previous, setPrevious] = useState<MediaPlayer | null>(null);
  if (watch.liveStreamId !== request.target.liveStreamId) {
    const before = watch.getState();
    if (before.phase === 'watching') setPrevious(before.player);
    setWatch(nextWatch(watch, request));
  }
  const shown = useRef({ watch, request, visit });
  useLayoutEffect(() => {
    shown.current = { watch, request, visit };
  });
  // In the commit that takes the page away: a video that is out of the document for longer stops.
  useLayoutEffect(() => () => keepInCorner(shown.current), []);

  const state = useRunningWatch(watch, stream);
  useEffect(() => {
    beginWatch(watch, visit);
    return () => endWatch(watch, shown.current.watch !== watch);
  }, [watch, visit]);
  return { state, previous, reload: watch.reload };
}
