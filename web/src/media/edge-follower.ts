import type { PlayableWindow } from './engine/engine.ts';
import { isCloseToEdge } from './player-state.ts';

/** A viewer who follows the edge is taken back to it beyond this distance (docs/product.md, 16.10). */
const staleLatencyS = 15;

/**
 * Remembers whether the viewer follows the live edge. Those who seek back or pause stay behind it; those who leave the
 * page at the edge come back to it. Positions are seconds on the element's clock.
 */
export function createEdgeFollower() {
  let follows = true;
  let returnsToEdge = false;
  return {
    /** The viewer has chosen a position. */
    onSeek(position: number, window: PlayableWindow) {
      follows = isCloseToEdge(position, window.end);
    },

    /** Playback starts. Returns true when it must start at the edge. */
    onStart(position: number, window: PlayableWindow | null): boolean {
      if (!window?.isLive) return false;
      const isReturn = returnsToEdge;
      returnsToEdge = false;
      follows = isReturn || isCloseToEdge(position, window.end);
      return isReturn;
    },

    /** The viewer leaves the page. */
    onLeave() {
      returnsToEdge = follows;
    },

    /** True when the viewer has lost the edge without wanting it, for example while the computer slept. */
    isStale(position: number, window: PlayableWindow) {
      return follows && window.end - position > staleLatencyS;
    },
  };
}
