import type { StoredBell } from '../bell/bell.queries.ts';

/** As the contract takes it. */
const longestMs = 30_000;

/**
 * @param takenAt when the picture in which the bell was seen was taken, by its own clock, in milliseconds since 1970.
 * @returns the last bell of a round that was rung before, and how much later it was seen; undefined: none was rung lately.
 */
export function delayOf(takenAt: number, bells: readonly StoredBell[]) {
  const heard = bells.flatMap((bell) => {
    const isOfRound = bell.kind === 'round-start' || bell.kind === 'round-end';
    const delayMs = Math.round((takenAt - Date.parse(bell.at)) / 100) * 100;
    return isOfRound && bell.undoneAt === null && delayMs >= 0 && delayMs <= longestMs
      ? [{ bell, delayMs }]
      : [];
  });
  return heard.toSorted((a, b) => a.delayMs - b.delayMs)[0];
}
