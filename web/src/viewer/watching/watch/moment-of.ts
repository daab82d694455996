import type { Mark } from '../../../media/chapters.ts';
import type { Moment } from '../../../media/engine/engine.ts';
import type { MediaPlayer } from '../../../media/media-player.ts';

/** What the player shows now, for another camera; undefined at the live edge and at an end, where none is meant. */
export function momentOf({
  getState,
  figures,
}: Pick<MediaPlayer, 'getState' | 'figures'>): Moment | undefined {
  const { isLive, isAtEdge, isEnded, hasFrame, currentTime, windowStart, windowEnd } = getState();
  if (!hasFrame || isEnded || (isLive && isAtEdge)) return undefined;
  const { takenAt } = figures();
  if (isLive) return takenAt === null ? undefined : { takenAt };
  return { takenAt, position: currentTime - windowStart, length: windowEnd - windowStart };
}

/** Where a recording goes on that the viewer had left: at the beginning of the fight they were in (docs/product.md, 43.72). */
export function momentAfter(stoppedAt: number, marks: readonly Mark[]): Moment {
  return { takenAt: null, position: stoppedAt, partStarts: marks.map(({ startsAt }) => startsAt) };
}
