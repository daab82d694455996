/** Points and directions in metres: x to the right of the ring, y away from the main camera, z up from the canvas. */
export type Vec3 = readonly [number, number, number];

export const UP: Vec3 = [0, 0, 1];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / (length(a) || 1));
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const mix = (a: Vec3, b: Vec3, part: number): Vec3 => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];

/** The sum of directions, each taken as far as its factor says. */
export function along(start: Vec3, ...steps: readonly (readonly [Vec3, number])[]): Vec3 {
  let [x, y, z] = start;
  for (const [direction, distance] of steps) {
    x += direction[0] * distance;
    y += direction[1] * distance;
    z += direction[2] * distance;
  }
  return [x, y, z];
}
