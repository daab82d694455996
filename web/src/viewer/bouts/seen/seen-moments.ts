/** When a bout is seen, and what a row says of that. Pure. */
import type { Bout } from '../bouts.queries.ts';
import { type BoutChapter, chapterShown } from '../night/chapters-of-bouts.ts';
import type { BoutMoment, BoutMoments } from '../night/night-words.ts';

/** Who stays that long has watched; some knockouts come sooner. */
const seenAfterS = 45;

const seenMoment: BoutMoment = { when: 'seen', words: 'Seen', spoken: 'seen' };

/** The bout that somebody has seen whose picture stands here; undefined before that time. */
export function boutSeenAt(chapters: readonly BoutChapter[], position: number): string | undefined {
  const shown = chapterShown(chapters, position);
  return shown?.bellAt !== undefined && position >= shown.bellAt + seenAfterS ? shown.boutId : undefined;
}

interface Known {
  seenIds: readonly string[];
  /** Of a block that is over the bells say nothing. */
  isPast: (bout: Bout) => boolean;
  /** A live picture in this browser is behind: then only the bells say what is over. */
  isBehind: boolean;
}

/** "Seen" instead of "Over", and at bouts of blocks that are over. It never says that a bout is over. */
export function withSeen(moments: BoutMoments, bouts: readonly Bout[], known: Known): BoutMoments {
  const { seenIds, isPast, isBehind } = known;
  const mayStand = (bout: Bout) => {
    const moment = moments.get(bout.id);
    return moment ? moment.when === 'over' : !isBehind && isPast(bout);
  };
  const seen = bouts.filter((bout) => seenIds.includes(bout.id) && mayStand(bout));
  return seen.length === 0
    ? moments
    : new Map([...moments, ...seen.map(({ id }) => [id, seenMoment] as const)]);
}
