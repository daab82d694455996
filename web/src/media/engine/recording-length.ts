import type { LevelDetails } from 'hls.js';

/** Playlists of the same recording round differently. */
const toleranceS = 0.5;

/** @returns a function to call for each playlist: it notices that a recording became shorter or longer, as by a trim. */
export function watchLength(onChanged: () => void) {
  let known: number | null = null;
  return ({ live, fragmentStart, edge }: Pick<LevelDetails, 'live' | 'fragmentStart' | 'edge'>) => {
    const length = live ? null : edge - fragmentStart;
    if (known !== null && length !== null && Math.abs(known - length) > toleranceS) onChanged();
    known = length;
  };
}
