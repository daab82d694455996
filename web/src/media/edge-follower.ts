import type { PlayableWindow } from './engine/engine.ts';
import { isCloseToEdge } from './player-state.ts';

/** A viewer who follows the edge is taken back to it beyond this distance (docs/product.md, 16.10). */
const staleLatencyS = 15;
/**
 * Playing faster makes up for less than that; a viewer who was thrown further behind would stay there. With our parts,
 * which are played 1.7 seconds behind the newest picture, these are 4.5 seconds (docs/product.md, 35.7).
 */
const lateS = 2.8;

/**
 * Remembers whether the viewer follows the live edge. Those who seek back or pause stay behind it; those who leave the
 * page at the edge come back to it. Positions are seconds on the element's clock.
 */
export function createEdgeFollower() {
  let follows = true;
  let returnsToEdge = false;
  /** The next start is not an action of the viewer. */
  let isOurStart = false;
  return {
    follows: () => follows,

    /** The viewer has chosen a position. */
    onSeek(position: number, window: PlayableWindow) {
      isOurStart = false;
      follows = isCloseToEdge(position, window.end);
    },

    /** The video begins at a moment that the viewer has seen on another camera, not at the edge. */
    onMoment() {
      follows = false;
      returnsToEdge = false;
      isOurStart = true;
    },

    /** The element starts again after a recovery, at any position. The viewer has not chosen it. */
    onReopened() {
      isOurStart = true;
    },

    /** Playback starts. Returns true when it must start at the edge. */
    onStart(position: number, window: PlayableWindow | null): boolean {
      const isOurs = isOurStart;
      isOurStart = false;
      if (!window?.isLive) return false;
      const isReturn = returnsToEdge;
      returnsToEdge = false;
      // Before its first picture the element stands at 0, which nobody has chosen.
      if (isOurs || position === 0) return isReturn;
      follows = isReturn || isCloseToEdge(position, window.end);
      return isReturn;
    },

    /** The viewer leaves the page. */
    onLeave() {
      returnsToEdge = follows;
    },

    /** True when a viewer who follows the edge is too far behind to catch up by playing faster. */
    isLate(position: number, window: PlayableWindow) {
      return follows && window.hasParts === true && window.end - position > lateS;
    },

    /** True when the viewer has lost the edge without wanting it, for example while the computer slept. */
    isStale(position: number, window: PlayableWindow) {
      return follows && window.end - position > staleLatencyS;
    },
  };
}
