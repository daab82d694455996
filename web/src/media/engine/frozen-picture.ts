/**
 * A decoder can stop without an error: the picture stands although what comes next is loaded. hls.js says once that
 * the picture stands; this looks again after some seconds.
 */
const frozenMs = 4000;
/** With less the network may be to blame. */
const loadedAheadS = 1;

export function createFrozenPicture(video: HTMLVideoElement, onFrozen: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function mayMove() {
    const { buffered, currentTime, paused, seeking, ended, error } = video;
    if (paused || seeking || ended || error) return false;
    return Array.from({ length: buffered.length }, (_, at) => at).some(
      (at) => buffered.start(at) <= currentTime && currentTime + loadedAheadS < buffered.end(at),
    );
  }

  return {
    onStall() {
      const { currentTime } = video;
      clearTimeout(timer);
      if (!mayMove()) return;
      timer = setTimeout(() => {
        if (video.currentTime === currentTime && mayMove()) onFrozen();
      }, frozenMs);
    },
    end: () => clearTimeout(timer),
  };
}
