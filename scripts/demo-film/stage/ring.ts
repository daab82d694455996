import { setFont } from '../graphics/fonts.ts';
import { drawMark } from '../graphics/mark-drawing.ts';
import { MARK_POST, MARK_ROPES, MARK_SIZE } from '../mark.ts';
import type { Camera } from './camera.ts';
import { type Ctx, fillArea, fillBar, tracePoints } from './drawing.ts';
import { PALETTE } from './palette.ts';
import { along, mix, normalize, subtract, UP, type Vec3 } from './vector.ts';

/** A ring of six metres inside the ropes, on a platform of one metre. */
const ROPES_AT = 3;
const POSTS_AT = 3.2;
const EDGE_AT = 3.7;
export const GROUND = -1;
const ROPE_HEIGHTS = [0.42, 0.74, 1.06, 1.36] as const;

interface Corner {
  at: readonly [number, number];
  color: string;
  shade: string;
}

const NEUTRAL = { color: '#dfe8ee', shade: '#8496a5' };
const CORNERS: readonly Corner[] = [
  { at: [-1, -1], color: PALETTE.red, shade: '#7f1620' },
  { at: [1, -1], ...NEUTRAL },
  { at: [1, 1], color: PALETTE.blue, shade: '#173a94' },
  { at: [-1, 1], ...NEUTRAL },
];
const SIDES = [0, 1, 2, 3] as const;

const cornerAt = (index: number, distance: number, z: number): Vec3 => {
  const [x, y] = (CORNERS[index % 4] ?? { at: [0, 0] as const }).at;
  return [x * distance, y * distance, z];
};

const square = (distance: number, z: number): Vec3[] => SIDES.map((side) => cornerAt(side, distance, z));

function floorLight(ctx: Ctx, camera: Camera): Ctx['fillStyle'] {
  const middle = camera.project([0, 0, 0]);
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, 4.9 * middle.scale);
  gradient.addColorStop(0, '#dbe6ee');
  gradient.addColorStop(0.34, '#b4c4d1');
  gradient.addColorStop(0.68, '#6f8394');
  gradient.addColorStop(1, '#394958');
  return gradient;
}

export function drawFloor(ctx: Ctx, camera: Camera): void {
  const middle = camera.project([0, 0, 0]);
  const edge = camera.outline(square(EDGE_AT, 0), true);
  ctx.save();
  tracePoints(ctx, edge);
  ctx.clip();
  ctx.translate(middle.x, middle.y);
  const flat = Math.abs(camera.forward[2]);
  ctx.scale(1, Math.max(0.2, flat * 1.5));
  ctx.fillStyle = floorLight(ctx, camera);
  ctx.fillRect(-9999, -9999, 19999, 19999);
  ctx.restore();
  drawFloorMark(ctx, camera);
  drawFloorBorder(ctx, camera);
}

function drawFloorMark(ctx: Ctx, camera: Camera): void {
  const metres = 2.5 / MARK_SIZE;
  const half = MARK_SIZE / 2;
  const onFloor = ([x, y]: readonly [number, number]): Vec3 => [(x - half) * metres, (half - y) * metres, 0];
  for (const rope of MARK_ROPES) fillArea(ctx, camera, rope.map(onFloor), 'rgba(44,62,80,0.34)');
  fillArea(ctx, camera, MARK_POST.map(onFloor), 'rgba(14,165,233,0.62)');
}

/** The padded strip outside the ropes, darker than the floor, with a line of light along it. */
function drawFloorBorder(ctx: Ctx, camera: Camera): void {
  for (const side of SIDES) {
    const strip = [
      cornerAt(side, EDGE_AT, 0),
      cornerAt(side + 1, EDGE_AT, 0),
      cornerAt(side + 1, 3.12, 0),
      cornerAt(side, 3.12, 0),
    ];
    fillArea(ctx, camera, strip, 'rgba(16,28,40,0.62)');
    const line = [
      cornerAt(side, 3.12, 0),
      cornerAt(side + 1, 3.12, 0),
      cornerAt(side + 1, 3.06, 0),
      cornerAt(side, 3.06, 0),
    ];
    fillArea(ctx, camera, line, 'rgba(56,189,248,0.55)');
  }
}

const outward = (side: number): Vec3 => normalize(mix(cornerAt(side, 1, 0), cornerAt(side + 1, 1, 0), 0.5));

function facesCamera(camera: Camera, side: number, distance: number): boolean {
  const away = outward(side);
  const toEye = subtract(camera.eye, [away[0] * distance, away[1] * distance, 0]);
  return toEye[0] * away[0] + toEye[1] * away[1] > 0;
}

/** The cloth down to the ground, with the product's name on every side. */
export function drawApron(ctx: Ctx, camera: Camera, lettering = true): void {
  for (const side of SIDES) {
    if (!facesCamera(camera, side, EDGE_AT)) continue;
    const top = [cornerAt(side, EDGE_AT, 0), cornerAt(side + 1, EDGE_AT, 0)] as const;
    const lip = [cornerAt(side + 1, EDGE_AT, -0.09), cornerAt(side, EDGE_AT, -0.09)] as const;
    const low = [cornerAt(side + 1, EDGE_AT, GROUND), cornerAt(side, EDGE_AT, GROUND)] as const;
    fillArea(ctx, camera, [...top, ...low], '#0d1620');
    fillArea(ctx, camera, [...top, ...lip], '#22323f');
    if (lettering) drawApronName(ctx, camera, side);
  }
}

/** Letter by letter, each under the slant of its own place, which is near enough to true perspective. */
function drawApronName(ctx: Ctx, camera: Camera, side: number): void {
  const from = cornerAt(side, EDGE_AT, -0.76);
  const step = normalize(subtract(cornerAt(side + 1, EDGE_AT, -0.76), from));
  setFont(ctx, 100, 800, 112);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  const name = 'RINGSIDE';
  const metres = 0.0072;
  const width = ctx.measureText(name).width * metres;
  let at = (EDGE_AT * 2 - width) / 2;
  for (const letter of name) {
    const advance = ctx.measureText(letter).width * metres;
    const origin = along(from, [step, at]);
    at += advance;
    const [o, x, y] = [origin, along(origin, [step, advance]), along(origin, [UP, advance])].map(
      camera.project,
    );
    if (!o || !x || !y || o.depth < 0.5 || x.depth < 0.5) continue;
    const unit = metres / advance;
    ctx.save();
    ctx.transform((x.x - o.x) * unit, (x.y - o.y) * unit, (o.x - y.x) * unit, (o.y - y.y) * unit, o.x, o.y);
    ctx.fillStyle = 'rgba(206,222,234,0.82)';
    ctx.fillText(letter, 0, 0);
    ctx.restore();
  }
}

const isNear = (camera: Camera, side: number): boolean => facesCamera(camera, side, ROPES_AT);

function drawRopes(ctx: Ctx, camera: Camera, side: number): void {
  for (const [index, z] of ROPE_HEIGHTS.entries()) {
    const [a, b] = camera.outline([cornerAt(side, ROPES_AT, z), cornerAt(side + 1, ROPES_AT, z)], false);
    if (!a || !b) continue;
    const top = index === ROPE_HEIGHTS.length - 1;
    fillBar(ctx, a, b, 0.05, top ? '#2b7fa8' : '#5d6f7d');
    fillBar(ctx, a, b, 0.022, top ? '#7fd6fb' : '#e4edf3', 0.01);
  }
  for (const part of [0.34, 0.66]) {
    const foot = mix(cornerAt(side, ROPES_AT, 0.38), cornerAt(side + 1, ROPES_AT, 0.38), part);
    const [a, b] = camera.outline([foot, [foot[0], foot[1], 1.4]], false);
    if (a && b) fillBar(ctx, a, b, 0.026, '#3d4b57');
  }
}

function drawPost(ctx: Ctx, camera: Camera, index: number): void {
  const corner = CORNERS[index];
  if (!corner) return;
  const foot = camera.project(cornerAt(index, POSTS_AT, -0.02));
  const head = camera.project(cornerAt(index, POSTS_AT, 1.52));
  if (foot.depth < 1) return;
  fillBar(ctx, foot, head, 0.13, '#1a2530');
  fillBar(ctx, foot, head, 0.05, '#3a4a58');
  // The pad that a fighter leans on, inside the post.
  const inside = 3.06;
  const low = camera.project(cornerAt(index, inside, 0.34));
  const high = camera.project(cornerAt(index, inside, 1.46));
  fillBar(ctx, low, high, 0.27, corner.shade);
  const lit = { ...low, x: low.x - 0.035 * low.scale };
  const litHigh = { ...high, x: high.x - 0.035 * high.scale };
  fillBar(ctx, lit, litHigh, 0.17, corner.color);
  const badge = camera.project(cornerAt(index, inside, 1.14));
  const size = 0.15 * badge.scale;
  const neutral = corner.color === NEUTRAL.color;
  drawMark(
    ctx,
    badge.x - 0.035 * badge.scale - size / 2,
    badge.y - size / 2,
    size,
    neutral ? '#0284c7' : PALETTE.white,
    neutral ? '#33414d' : PALETTE.white,
  );
}

function drawHalf(ctx: Ctx, camera: Camera, near: boolean): void {
  const depth = (index: number) => camera.project(cornerAt(index, POSTS_AT, 0)).depth;
  // A post belongs to the near half when both its sides do not lie behind the fighters.
  const posts = SIDES.filter((index) => isNear(camera, index) || isNear(camera, (index + 3) % 4));
  for (const side of SIDES) if (isNear(camera, side) === near) drawRopes(ctx, camera, side);
  for (const index of [...SIDES].sort((a, b) => depth(b) - depth(a)))
    if (posts.includes(index) === near) drawPost(ctx, camera, index);
}

export const drawFarRopes = (ctx: Ctx, camera: Camera): void => drawHalf(ctx, camera, false);
export const drawNearRopes = (ctx: Ctx, camera: Camera): void => drawHalf(ctx, camera, true);
