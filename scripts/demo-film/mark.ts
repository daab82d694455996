/**
 * The mark: a ring corner seen from ringside. The post stands in the middle and three ropes leave it on both
 * sides, towards the horizon. Drawn on a grid of 32; `web/src/ui/logo.tsx` carries the same shapes.
 */
export const MARK_SIZE = 32;

type Polygon = readonly (readonly [number, number])[];

/** Clockwise from the upper left. */
export const MARK_POST: Polygon = [
  [13, 2],
  [19, 2],
  [19, 30],
  [13, 30],
];

// Each rope as the heights of its upper and lower edge: at the post, then at the far end.
const ROPE_EDGES = [
  [3.3, 8.7, 10.1, 12.7],
  [13.3, 18.7, 14.7, 17.3],
  [23.3, 28.7, 19.3, 21.9],
] as const;

export const MARK_ROPES: readonly Polygon[] = ROPE_EDGES.flatMap(([top, bottom, farTop, farBottom]) =>
  [
    [11, 1],
    [21, 31],
  ].map(
    ([near = 0, far = 0]): Polygon => [
      [near, top],
      [far, farTop],
      [far, farBottom],
      [near, bottom],
    ],
  ),
);

export const MARK_SKY = '#38bdf8';
export const MARK_WHITE = '#f4f8fb';
export const MARK_TILE = '#111820';

const svgPath = (polygons: readonly Polygon[]): string =>
  polygons.map((polygon) => `M${polygon.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('');

/** The mark as an SVG file: `scale` is the mark's part of the tile, `radius` the tile's corner in units of 32. */
export function markSvg(scale: number, radius: number): string {
  const inset = (MARK_SIZE * (1 - scale)) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}"><title>Ringside</title>` +
    `<rect width="${MARK_SIZE}" height="${MARK_SIZE}" rx="${radius}" fill="${MARK_TILE}"/>` +
    `<g transform="translate(${inset} ${inset}) scale(${scale})">` +
    `<path fill="${MARK_SKY}" d="${svgPath([MARK_POST])}"/>` +
    `<path fill="${MARK_WHITE}" d="${svgPath(MARK_ROPES)}"/></g></svg>`
  );
}

/** The shape of the mark alone, on nothing. */
export function monochromeMarkSvg(scale: number): string {
  const inset = (MARK_SIZE * (1 - scale)) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}">` +
    `<g transform="translate(${inset} ${inset}) scale(${scale})">` +
    `<path fill="#fff" d="${svgPath([MARK_POST, ...MARK_ROPES])}"/></g></svg>`
  );
}

/** On a grid of 32. Only live is red. */
const SHORTCUTS = {
  schedule:
    `<path fill="none" stroke="${MARK_WHITE}" stroke-width="2" stroke-linejoin="round" d="M8 10h16v14H8zM8 15h16"/>` +
    `<path stroke="${MARK_WHITE}" stroke-width="2" stroke-linecap="round" d="M12 7v4M20 7v4"/>` +
    `<path fill="${MARK_SKY}" d="M17 18h4v3h-4z"/>`,
  live:
    `<circle cx="16" cy="16" r="4" fill="#ef4444"/>` +
    `<path fill="none" stroke="${MARK_WHITE}" stroke-width="2" stroke-linecap="round" ` +
    `d="M9.6 9.6a9 9 0 0 0 0 12.8M22.4 9.6a9 9 0 0 1 0 12.8"/>`,
  replays:
    `<path fill="none" stroke="${MARK_WHITE}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" ` +
    `d="M8 11.5a9 9 0 1 1-1 4.5M8 7v4.5h4.5"/><path fill="${MARK_SKY}" d="M14 12l6 4-6 4z"/>`,
  tickets:
    `<path fill="none" stroke="${MARK_WHITE}" stroke-width="2" stroke-linejoin="round" ` +
    `d="M6 10h20v4a2 2 0 0 0 0 4v4H6v-4a2 2 0 0 0 0-4z"/>` +
    `<path stroke="${MARK_SKY}" stroke-width="2" stroke-dasharray="2 2" d="M19 11v10"/>`,
} as const;

/** The icon of a shortcut in the launcher's menu. */
export function shortcutSvg(name: keyof typeof SHORTCUTS): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}">` +
    `<rect width="${MARK_SIZE}" height="${MARK_SIZE}" rx="7" fill="${MARK_TILE}"/>${SHORTCUTS[name]}</svg>`
  );
}
