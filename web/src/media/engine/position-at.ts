import type { Moment } from './engine.ts';

interface DatedFragment {
  start: number;
  duration: number;
  programDateTime: number | null;
}

interface Playlist {
  live: boolean;
  fragments: readonly DatedFragment[];
  /** The ends of the playlist, in seconds on the element's clock. */
  fragmentStart: number;
  edge: number;
}

/** Recordings of two cameras are of the same length when they differ by less than this. */
const lengthToleranceS = 2;

/** Where this video shows the moment, in seconds on the element's clock; null when it does not show it. */
export function positionOfMoment({ live, fragments, fragmentStart, edge }: Playlist, moment: Moment) {
  const { takenAt, position, length } = moment;
  const atDate = takenAt === null ? null : positionAt(fragments, takenAt);
  // A live stream that has not come as far is shown at its edge.
  if (live) return atDate !== null && atDate < edge ? atDate : null;
  if (atDate !== null) return atDate;
  if (position === undefined) return null;
  const ownLength = edge - fragmentStart;
  // The same recording may have become shorter since.
  const isThere =
    length === undefined ? position < ownLength : Math.abs(ownLength - length) < lengthToleranceS;
  return isThere ? partStartAt(fragments, fragmentStart + position, moment.partStarts) : null;
}

/** A position that was kept is rounded: it may lie just before the beginning that it was. */
const roundedByMs = 1_000;

/** The beginning of the part that the position is in; the position itself before the first part, and without dates. */
function partStartAt(fragments: readonly DatedFragment[], position: number, starts: readonly number[] = []) {
  const fragment = fragments.findLast(({ start }) => start <= position);
  const { programDateTime = null, start = 0 } = fragment ?? {};
  if (programDateTime === null) return position;
  const takenAt = programDateTime + (position - start) * 1_000;
  const started = starts.findLast((each) => each <= takenAt + roundedByMs);
  return (started === undefined ? null : positionAt(fragments, started)) ?? position;
}

/**
 * Where a recording shows this moment: in seconds on the element's clock. A moment that was not recorded leads to the
 * picture before it. @param date in milliseconds since 1970. @returns null when the recording knows no dates.
 */
export function positionAt(fragments: readonly DatedFragment[], date: number): number | null {
  const before = fragments.findLast(({ programDateTime }) => (programDateTime ?? Infinity) <= date);
  if (!before) return null;
  const into = (date - (before.programDateTime ?? date)) / 1000;
  return before.start + Math.min(into, before.duration);
}
