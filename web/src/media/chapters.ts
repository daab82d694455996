/** A part of a recording. Chapters are in the order of their starts. */
export interface Chapter {
  /** In seconds from the start of the recording. */
  start: number;
  title: string;
}

/** The index of the chapter at a position; -1 before the first one. */
export function chapterAt(chapters: readonly Chapter[], position: number): number {
  return chapters.findLastIndex(({ start }) => start <= position);
}
