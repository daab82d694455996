/**
 * The mark: a ring corner seen from ringside. The post stands in the middle and three ropes leave it on both
 * sides, towards the horizon. Drawn on a grid of 32; `web/src/ui/logo.tsx` carries the same shapes.
 */
export const MARK_SIZE = 32;
export const MARK_POST = 'M13 2h6v28h-6z';
export const MARK_ROPES =
  'M11 3.3 1 10.1v2.6L11 8.7zM21 3.3 31 10.1v2.6L21 8.7zM11 13.3 1 14.7v2.6l10 1.4zM21 13.3 31 14.7v2.6l-10 1.4z' +
  'M11 28.7 1 21.9v-2.6l10 4zM21 28.7 31 21.9v-2.6l-10 4z';

export const MARK_SKY = '#38bdf8';
export const MARK_WHITE = '#f4f8fb';
export const MARK_TILE = '#111820';

/** The mark as an SVG file: `scale` is the mark's part of the tile, `radius` the tile's corner in units of 32. */
export function markSvg(scale: number, radius: number): string {
  const inset = (MARK_SIZE * (1 - scale)) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}">` +
    `<rect width="${MARK_SIZE}" height="${MARK_SIZE}" rx="${radius}" fill="${MARK_TILE}"/>` +
    `<g transform="translate(${inset} ${inset}) scale(${scale})">` +
    `<path fill="${MARK_SKY}" d="${MARK_POST}"/><path fill="${MARK_WHITE}" d="${MARK_ROPES}"/></g></svg>`
  );
}
