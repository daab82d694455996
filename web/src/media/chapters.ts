/** A part of a video. Chapters are in the order of their starts. */
export interface Chapter {
  /** In seconds on the element's clock. */
  start: number;
  title: string;
}

/** A moment at which a part begins, by the clock of the pictures. The page adds its name and makes a chapter of it. */
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

/** A viewer who is no further than this into a chapter goes back to the previous one. */
const justBegunS = 3;

/** @returns the start of the next chapter, or of the current or the previous one; undefined when there is none. */
export function startBeside(chapters: readonly Chapter[], position: number, step: 1 | -1) {
  return step > 0
    ? chapters.find(({ start }) => start > position + 0.5)?.start
    : chapters.findLast(({ start }) => start < position - justBegunS)?.start;
}
