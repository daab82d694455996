import { playerRegistry } from '../media/current-players.ts';
import { streamTechnology } from '../media/device.ts';
import { playbackSession } from '../playback/current-playback-session.ts';
import { signUrl } from './competition-calls.ts';
import type { WatchTarget } from './competition-types.ts';
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

/** Begins to watch before the page is there; the page takes it over, or else it ends. */
export function watchEarly({ target, details }: WatchRequest, visit: string) {
  const watch = createWatch(target, details, parts);
  watch.begin(visit);
  early = { target, watch, timer: setTimeout(watch.end, pageComesWithinMs) };
}

/** The watch of a page: what has begun early, or a new one. */
export function openWatch({ target, details }: WatchRequest): Watch {
  const begun = early;
  early = undefined;
  clearTimeout(begun?.timer);
  if (begun?.target.liveStreamId === target.liveStreamId) return begun.watch;
  begun?.watch.end();
  return createWatch(target, details, parts);
}
