import { signUrl } from '../competitions/competition-calls.ts';
import type { WatchTarget } from '../competitions/competition-types.ts';
import { playerRegistry } from '../media/current-players.ts';
import { streamTechnology } from '../media/device.ts';
import { playbackSession } from '../playback/current-playback-session.ts';
import { hideEarly, showEarly } from './early-stage.ts';
import { createWatch, type Watch, type WatchParts } from './watch.ts';
import type { WatchRequest } from './watch-request.ts';

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

interface EarlyWatch {
  target: WatchTarget;
  watch: Watch;
  timer: ReturnType<typeof setTimeout>;
}

let early: EarlyWatch | undefined;
/** A page that has not come by then was never shown. */
const pageComesWithinMs = 10_000;

/**
 * Begins to watch before the page is there, and shows the first frame. The page takes the watch over, or else it ends.
 * @returns what resolves with the first frame, or when there will be none.
 */
export function watchEarly({ target, details }: WatchRequest, visit: string): Promise<void> {
  const watch = createWatch(target, details, parts);
  early = { target, watch, timer: setTimeout(endEarly, pageComesWithinMs) };
  return new Promise((resolve) => {
    const stopListening = watch.subscribe(() => {
      const state = watch.getState();
      if (state.phase === 'connecting') return;
      stopListening();
      if (state.phase === 'stopped') return resolve();
      const { video } = state.player;
      const show = () => {
        if (early?.watch === watch) showEarly(video);
        resolve();
      };
      video.addEventListener('loadeddata', show, { once: true });
    });
    watch.begin(visit);
  });
}

function endEarly() {
  early?.watch.end();
  early = undefined;
  hideEarly();
}

/** The watch of a page: what has begun early, or a new one. Pure enough for a render that React throws away. */
export function findWatch({ target, details }: WatchRequest): Watch {
  const isSame = early?.target.liveStreamId === target.liveStreamId;
  return early && isSame ? early.watch : createWatch(target, details, parts);
}

/** The page is shown: its watch is its own from now on, and what began early for another page ends. */
export function beginWatch(watch: Watch, visit: string) {
  clearTimeout(early?.timer);
  if (early?.watch !== watch) endEarly();
  early = undefined;
  watch.begin(visit);
}
