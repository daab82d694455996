import { boutName } from '@ringside/rules/bout-words';
import type { ActivePlayer } from '../../../media/active-players.ts';
import type { Chapter } from '../../../media/chapters.ts';
import type { Bout } from '../bouts.queries.ts';

/** A chapter that knows its bout. */
export interface BoutChapter extends Chapter {
  boutId: string;
  /** Where the fight itself begins; undefined: not yet, or not in the video. */
  bellAt: number | undefined;
}

/** The bouts whose beginnings the video shows, in order. One that lies in a gap is that of the next picture. */
export function chaptersOfBouts(
  player: Pick<ActivePlayer, 'getState' | 'positionOf'>,
  bouts: readonly Bout[],
): BoutChapter[] {
  return player.getState().marks.flatMap(({ id, startsAt, bellAt }) => {
    const bout = bouts.find((each) => each.id === id);
    const start = player.positionOf(startsAt);
    if (!bout || start === null) return [];
    const bell = bellAt === undefined ? null : player.positionOf(bellAt);
    return [{ boutId: id, title: boutName(bout), start, bellAt: bell ?? undefined }];
  });
}

/** The last one that the video has come to. */
export const chapterShown = (chapters: readonly BoutChapter[], position: number) =>
  chapters.findLast(({ start }) => start <= position);
