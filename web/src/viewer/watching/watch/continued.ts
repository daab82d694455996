import type { MediaPlayer } from '../../../media/media-player.ts';
import { createStore } from '../../../store.ts';

const shownMs = 10_000;
/** Who has gone so far back begins a fight again. */
const backS = 20;

export type Continued = ReturnType<typeof createContinued>;

/**
 * Whether the viewer is told that a recording goes on where they stopped (docs/product.md, 30.10, 43.72). It belongs to the
 * watch, which goes on in the corner, so that a return to the page does not begin it again.
 * @param stoppedAt in seconds from the beginning.
 */
export function createContinued({ video, getState }: MediaPlayer, stoppedAt: number) {
  const { get, set, subscribe } = createStore(true);
  let isFromFight: boolean | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end() {
    clearTimeout(timer);
    video.removeEventListener('seeking', onSeeking);
    set(false);
  }

  /** The seek to where the viewer stopped comes before the first frame. */
  function onSeeking() {
    if (getState().hasFrame) end();
  }

  return {
    stoppedAt,
    /** The picture is that of the beginning of the fight in which the viewer stopped; undefined before the first frame. */
    isFromFight() {
      const { hasFrame, currentTime, windowStart } = getState();
      if (hasFrame) isFromFight ??= currentTime - windowStart < stoppedAt - backS;
      return isFromFight;
    },
    isTold: get,
    subscribe,
    /** It is on screen. While it is used, it stays. */
    setUsed(isUsed: boolean) {
      if (!get()) return;
      video.addEventListener('seeking', onSeeking);
      if (isUsed) {
        clearTimeout(timer);
        timer = undefined;
      } else timer ??= setTimeout(end, shownMs);
    },
    end,
  };
}
