/**
 * When the first fragments of a place are lost, hls.js has nothing to skip from: it reports no fatal error, goes on reading
 * the playlist, and asks for no fragment any more. This notices it (docs/product.md, 34.41).
 */
const idleMs = 4000;

export function createStartWatch(video: HTMLVideoElement, now: () => number) {
  /** Since when no fragment is on its way; null while one is. */
  let idleSince: number | null = now();
  return {
    onAsked() {
      idleSince = null;
    },
    /** Also when the answer was a fault, and when loading begins. */
    onAnswered() {
      idleSince = now();
    },
    hasGivenUp: () =>
      video.readyState < video.HAVE_CURRENT_DATA && idleSince !== null && now() - idleSince > idleMs,
  };
}
