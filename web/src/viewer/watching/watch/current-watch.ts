import { streamTechnology } from '../../../media/engine/device.ts';
import { playerRegistry } from '../../../media/session/current-players.ts';
import { signUrl } from '../../competitions/competition-calls.ts';
import { playbackSession, watchedPlaces } from '../../playback/current-playback-session.ts';
import type { FirstWatch } from '../head-start/first-watch.ts';
import { hideEarly, showEarly } from './early-stage.ts';
import { Watch } from './watch.ts';
import type { SignedMedia, WatchParts } from './watch-parts.ts';
import type { WatchRequest } from './watch-request.ts';

let actions = 0;

const parts: WatchParts = {
  session: playbackSession,
  registry: playerRegistry,
  places: watchedPlaces,
  signUrl: (target) => signUrl(target, streamTechnology()),
  newAction: () => {
    actions += 1;
    return `action-${actions}`;
  },
};

/** Whether a video plays on this page. */
export const isPlaying = () => playerRegistry.getPlaying() !== null;

interface EarlyWatch {
  watch: Watch;
  timer: ReturnType<typeof setTimeout>;
}

let early: EarlyWatch | undefined;
/** If no page has taken the early watch over by then, it ends. */
const pageComesWithinMs = 10_000;

/**
 * Begins a watch before its page has loaded, and shows its video. The page takes the watch over; without a page it ends.
 * @param first what the first call of the page has answered: it takes the place of the first signed address.
 * @returns a promise that resolves with the first frame, or when there will be none.
 */
export function watchEarly(
  { target, details }: WatchRequest,
  visit: string,
  { signedUrl, media }: FirstWatch,
): Promise<void> {
  let answered: SignedMedia | undefined = { ...signedUrl, media };
  const watch = new Watch(target, details, {
    ...parts,
    async signUrl(wanted) {
      const signed = answered ?? (await parts.signUrl(wanted));
      answered = undefined;
      return signed;
    },
  });
  early = { watch, timer: setTimeout(endEarly, pageComesWithinMs) };
  return new Promise((resolve) => {
    const stopListening = watch.subscribe(() => {
      const state = watch.getState();
      if (state.phase === 'connecting') return;
      stopListening();
      if (state.phase !== 'watching') return resolve();
      const { video } = state.player;
      // Before its first frame: a video outside of the document shows it later.
      if (early?.watch === watch) showEarly(video);
      onFirstFrame(video, resolve);
    });
    watch.begin(visit);
  });
}

/** Older browsers do not tell when a frame is shown. */
function onFirstFrame(video: Partial<HTMLVideoElement> & HTMLVideoElement, call: () => void) {
  if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(call);
  else video.addEventListener('loadeddata', call, { once: true });
}

function endEarly() {
  early?.watch.end();
  early = undefined;
  hideEarly();
}

/** The watch in the corner, whose page was left. */
let mini: { watch: Watch; close: () => void } | undefined;

/** @param close takes it from the screen. */
export function keepWatch(watch: Watch, close: () => void) {
  mini?.watch.end();
  mini = { watch, close };
}

/** Ends the watch in the corner, unless a page has taken it over. */
export function closeMiniWatch(watch: Watch) {
  if (mini?.watch !== watch) return;
  const { close } = mini;
  mini = undefined;
  watch.end();
  close();
}

/** Returns the early watch of this stream, that of the corner or a new one. Without side effects: React may render again. */
export function findWatch({ target, details }: WatchRequest): Watch {
  const running = [early?.watch, mini?.watch].find((watch) => watch?.liveStreamId === target.liveStreamId);
  return running ?? new Watch(target, details, parts);
}

/** A watch of another stream of the same page, which goes on where this one is. It has no side effects. */
export function nextWatch(watch: Watch, { target, details }: WatchRequest): Watch {
  return new Watch(target, details, parts, { moment: watch.moment() });
}

/** The page is shown and takes its watch over. An early one for another page ends, and so does that in the corner. */
export function beginWatch(watch: Watch, visit: string) {
  clearTimeout(early?.timer);
  if (early?.watch !== watch) endEarly();
  early = undefined;
  if (mini?.watch === watch) {
    const { close } = mini;
    mini = undefined;
    return close();
  }
  if (mini) closeMiniWatch(mini.watch);
  watch.begin(visit);
}

/** The page is left, or another camera was chosen (`isHandedOver`). In the corner the watch goes on. */
export function endWatch(watch: Watch, isHandedOver: boolean) {
  if (mini?.watch !== watch) watch.end(isHandedOver);
}
