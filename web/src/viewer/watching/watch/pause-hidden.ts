import type { MediaPlayer } from '../../../media/media-player.ts';
import type { WatchParts } from './watch-parts.ts';

/** In a hidden page, the player pauses this long before the session expires. */
const pauseBeforeExpiryMs = 5000;

interface HiddenParts {
  session: WatchParts['session'];
  /** Undefined while nothing is watched. */
  player: () => MediaPlayer | undefined;
  isOnAir: () => boolean;
}

/** A hidden page makes no checks, so its session expires. A pause before that avoids an error on return. */
export function createHiddenPause({ session, player, isOnAir }: HiddenParts) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resumes = false;

  function pause() {
    const current = player();
    if (!current) return;
    // It expires unseen; the next start begins another one instead of finding that out.
    if (!isOnAir()) return session.drop();
    resumes = !current.getState().isPaused;
    current.returnToEdge();
    current.pause();
  }

  return {
    setVisible(isVisible: boolean) {
      clearTimeout(timer);
      const current = player();
      if (!current) return;
      if (!isVisible) {
        timer = setTimeout(pause, Math.max(0, session.livesForMs() - pauseBeforeExpiryMs));
        return;
      }
      if (resumes) current.play();
      resumes = false;
    },
    /** Nothing goes on by itself when the page is visible again. */
    forget() {
      resumes = false;
    },
    end: () => clearTimeout(timer),
  };
}
