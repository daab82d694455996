/** Cool greys, one sky, and the two corners of the sport. */
export const PALETTE = {
  night: '#05080c',
  hall: '#0b121a',
  haze: '#2f4d66',
  sky: '#38bdf8',
  white: '#f4f8fb',
  red: '#e5303c',
  blue: '#2f6bff',
  ink: '#0b1016',
} as const;

export type Rgb = readonly [number, number, number];

export const rgb = (color: Rgb, alpha = 1): string =>
  `rgba(${Math.round(color[0])},${Math.round(color[1])},${Math.round(color[2])},${alpha})`;

export const mixRgb = (a: Rgb, b: Rgb, part: number): Rgb => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
