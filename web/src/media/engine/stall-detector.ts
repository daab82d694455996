/**
 * A decoder can fail without a word: fragments keep arriving and none of them moves the picture. That is
 * told from a stream that merely pauses by counting the fragments that come while the picture stands.
 */
const fragmentsOfAStall = 4;

export function createStallDetector(video: HTMLVideoElement) {
  let position = -1;
  let fragments = 0;

  /** Called with each fragment that has come; true when the picture must be stuck. */
  return function isStuck() {
    const hasMoved = video.currentTime !== position;
    const mayStand = video.paused || video.readyState > HTMLMediaElement.HAVE_CURRENT_DATA;
    position = video.currentTime;
    fragments = hasMoved || mayStand ? 0 : fragments + 1;
    if (fragments < fragmentsOfAStall) return false;
    fragments = 0;
    return true;
  };
}
