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
/** If no page has taken the early watch over by then, it ends. */
const pageComesWithinMs = 10_000;

/**
 * Begins a watch before its page has loaded, and shows the first frame. The page takes the watch over; without a page
 * it ends.
 * @returns a promise that resolves with the first frame, or when there will be none.
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

/** Returns the early watch of this stream or a new one. It has no side effects, so React may discard the render. */
export function findWatch({ target, details }: WatchRequest): Watch {
  const isSame = early?.target.liveStreamId === target.liveStreamId;
  return early && isSame ? early.watch : createWatch(target, details, parts);
}

/** The page is shown and takes its watch over. An early watch for another page ends. */
export function beginWatch(watch: Watch, visit: string) {
  clearTimeout(early?.timer);
  if (early?.watch !== watch) endEarly();
  early = undefined;
  watch.begin(visit);
}
