import type { Fragment, LevelDetails } from 'hls.js';

/**
 * hls.js may go on reading the playlist, report no fatal error, and ask for no fragment any more. This notices it
 * (docs/product.md, 34.41). At the start of a place the first fragments were lost, and there is nothing to skip from; in
 * the middle a fragment did not bring what its length says, as one picture without sound before another encoder.
 */
const idleMs = 4000;
const strandedMs = 2000;
/** There is this much more to load. */
const moreS = 1;
const toleranceS = 0.08;

interface Idleness {
  fault: 'network' | 'damage';
  fragment?: Fragment | undefined;
}

export function createStartWatch(video: HTMLVideoElement, now: () => number) {
  /** Since when no fragment is on its way; null while one is. */
  let idleSince: number | null = now();
  const isIdleFor = (ms: number) => idleSince !== null && now() - idleSince > ms;
  return {
    onAsked() {
      idleSince = null;
    },
    /** Also when the answer was a fault, and when loading begins. */
    onAnswered() {
      idleSince = now();
    },
    /** Call it for each live playlist. @returns the fault with its fragment; null: the playback is all right. */
    fault({ fragments, edge }: Pick<LevelDetails, 'fragments' | 'edge'>): Idleness | null {
      const { buffered, paused, readyState, HAVE_CURRENT_DATA } = video;
      if (readyState < HAVE_CURRENT_DATA) return isIdleFor(idleMs) ? { fault: 'network' } : null;
      if (paused || readyState > HAVE_CURRENT_DATA || buffered.length === 0 || !isIdleFor(strandedMs))
        return null;
      const loadedTo = buffered.end(buffered.length - 1);
      if (edge - loadedTo < moreS) return null;
      // A buffer may end a little before its fragment.
      return { fault: 'damage', fragment: fragments.find(({ end }) => end > loadedTo + toleranceS) };
    },
  };
}
