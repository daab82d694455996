/** Rows that change their places slide there, so that the eye can follow them. */
const durationMs = 180;

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-bout]')];
const topOf = (row: HTMLElement) => row.getBoundingClientRect().top + window.scrollY;

/** Where the rows are now, by their bouts. */
export function topsOf(list: HTMLElement) {
  return new Map(rowsIn(list).map((row) => [row.dataset.bout ?? '', topOf(row)]));
}

export function slideFrom(before: ReadonlyMap<string, number>, list: HTMLElement) {
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  const moves = rowsIn(list).map((row) => {
    const top = before.get(row.dataset.bout ?? '');
    return { row, by: top === undefined ? 0 : top - topOf(row) };
  });
  for (const { row, by } of moves) {
    if (by === 0) continue;
    row.animate?.([{ translate: `0 ${by}px` }, { translate: '0 0' }], {
      duration: durationMs,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
    });
  }
}
