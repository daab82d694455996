import { useEffect, useState } from 'react';
import { type ActivePlayer, activePlayers } from '../../../media/active-players.ts';
import type { Bout } from '../bouts.queries.ts';
import { type BoutChapter, chapterShown, chaptersOfBouts } from './chapters-of-bouts.ts';

const readEveryMs = 1_000;

export interface Watched {
  player: ActivePlayer;
  chapters: readonly BoutChapter[];
  /** The bout that the picture shows. */
  shown: BoutChapter | undefined;
}

/** Names the chapters of the player on this page. @returns the player and what it shows; undefined without one. */
export function useBoutChapters(bouts: readonly Bout[] | undefined): Watched | undefined {
  const [watched, setWatched] = useState<Watched>();
  useEffect(() => {
    const read = () => setWatched((before) => readWatched(bouts ?? [], before));
    read();
    const timer = setInterval(read, readEveryMs);
    return () => clearInterval(timer);
  }, [bouts]);
  return watched;
}

/** @returns the same object as before when nothing has changed. */
function readWatched(bouts: readonly Bout[], before: Watched | undefined): Watched | undefined {
  const [player] = activePlayers();
  if (!player) return undefined;
  const found = chaptersOfBouts(player, bouts);
  const isSame = before?.player === player && isAlike(before.chapters, found);
  const chapters = isSame ? before.chapters : found;
  if (!isSame) player.setChapters(chapters);
  const { hasFrame, currentTime } = player.getState();
  const shown = hasFrame ? chapterShown(chapters, currentTime) : undefined;
  return isSame && before.shown === shown ? before : { player, chapters, shown };
}

/** The clock of an element drifts by hundredths; nobody sees that. */
function isAlike(before: readonly BoutChapter[], after: readonly BoutChapter[]): boolean {
  const isNear = (a = 0, b = 0) => Math.abs(a - b) < 1;
  return (
    before.length === after.length &&
    before.every((chapter, index) => {
      const other = after[index];
      return (
        other !== undefined &&
        chapter.boutId === other.boutId &&
        chapter.title === other.title &&
        isNear(chapter.start, other.start) &&
        (chapter.bellAt === undefined) === (other.bellAt === undefined) &&
        isNear(chapter.bellAt, other.bellAt)
      );
    })
  );
}
