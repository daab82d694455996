/**
 * A decoder can fail without an error: fragments arrive, but the picture does not move. To distinguish that from a
 * short stall, the detector counts the fragments that arrive while the picture stands still. It also needs time: a quick
 * network brings four fragments before a slow device has shown the first picture of a new position.
 */
const fragmentsOfAStall = 4;
const stallMs = 5000;

export function createStallDetector(video: HTMLVideoElement, now: () => number) {
  let position = -1;
  let fragments = 0;
  let since = 0;

  /** Call it for each fragment that has arrived. Returns true when the picture is stuck. */
  return function isStuck() {
    const hasMoved = video.currentTime !== position;
    const mayStand = video.paused || video.readyState > HTMLMediaElement.HAVE_CURRENT_DATA;
    position = video.currentTime;
    fragments = hasMoved || mayStand ? 0 : fragments + 1;
    if (fragments === 0) since = now();
    if (fragments < fragmentsOfAStall || now() - since < stallMs) return false;
    fragments = 0;
    since = now();
    return true;
  };
}
