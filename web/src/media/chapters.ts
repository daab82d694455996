/** A part of a video. Chapters are in the order of their starts. */
export interface Chapter {
  /** In seconds on the element's clock. */
  start: number;
  title: string;
}

/** A moment at which a part begins, by the clock of the pictures. Who knows the name makes a chapter of it. */
export interface Mark {
  id: string;
  /** In milliseconds since 1970. */
  startsAt: number;
  /** When the fight itself begins; undefined: not yet. */
  bellAt?: number | undefined;
}

/** The index of the chapter at a position; -1 before the first one. */
export function chapterAt(chapters: readonly Chapter[], position: number): number {
  return chapters.findLastIndex(({ start }) => start <= position);
}

/** Who has just come to a chapter goes to the one before it. */
const justBegunS = 3;

/** Where the next chapter begins, or the present or the one before it; undefined: there is none. */
export function startBeside(chapters: readonly Chapter[], position: number, step: 1 | -1) {
  return step > 0
    ? chapters.find(({ start }) => start > position + 0.5)?.start
    : chapters.findLast(({ start }) => start < position - justBegunS)?.start;
}
