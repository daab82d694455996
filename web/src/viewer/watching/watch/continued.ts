import type { MediaPlayer } from '../../../media/media-player.ts';
import { createStore } from '../../../store.ts';

const shownMs = 10_000;

export type Continued = ReturnType<typeof createContinued>;

/**
 * Whether the viewer is told that a recording goes on where they stopped (docs/product.md, 30.10). It belongs to the
 * watch, which goes on in the corner, so that a return to the page does not begin it again.
 */
export function createContinued({ video, getState }: MediaPlayer) {
  const { get, set, subscribe } = createStore(true);
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
