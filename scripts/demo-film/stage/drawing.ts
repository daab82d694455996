import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Camera, Projected } from './camera.ts';
import type { Vec3 } from './vector.ts';

export type Ctx = SKRSContext2D;

export function tracePoints(ctx: Ctx, points: readonly { x: number; y: number }[], closed = true): void {
  ctx.beginPath();
  points.forEach(({ x, y }, index) => {
    if (index === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  if (closed) ctx.closePath();
}

export function fillArea(ctx: Ctx, camera: Camera, corners: readonly Vec3[], style: Ctx['fillStyle']): void {
  const points = camera.outline(corners, true);
  if (points.length < 3) return;
  ctx.fillStyle = style;
  tracePoints(ctx, points);
  ctx.fill();
}

/** A bar between two points of space, as thick at each end as its distance makes it. */
export function fillBar(
  ctx: Ctx,
  a: Projected,
  b: Projected,
  metres: number,
  style: Ctx['fillStyle'],
  shiftUp = 0,
): void {
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const nx = -Math.sin(angle);
  const ny = Math.cos(angle);
  const ra = (a.scale * metres) / 2;
  const rb = (b.scale * metres) / 2;
  const ua = shiftUp * a.scale;
  const ub = shiftUp * b.scale;
  ctx.fillStyle = style;
  tracePoints(ctx, [
    { x: a.x + nx * ra, y: a.y + ny * ra - ua },
    { x: b.x + nx * rb, y: b.y + ny * rb - ub },
    { x: b.x - nx * rb, y: b.y - ny * rb - ub },
    { x: a.x - nx * ra, y: a.y - ny * ra - ua },
  ]);
  ctx.fill();
}

/** A soft ellipse of light: `stops` run from the middle to the rim. */
export function fillGlow(
  ctx: Ctx,
  x: number,
  y: number,
  rx: number,
  ry: number,
  stops: readonly (readonly [number, string])[],
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1, ry / rx);
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, rx);
  for (const [at, color] of stops) gradient.addColorStop(at, color);
  ctx.fillStyle = gradient;
  ctx.beginPath();
  ctx.arc(0, 0, rx, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
}

/** A wall of colour from the top of the picture to its foot. */
export function fillBackground(
  ctx: Ctx,
  width: number,
  height: number,
  stops: readonly (readonly [number, string])[],
): void {
  const paint = ctx.createLinearGradient(0, 0, 0, height);
  for (const [at, color] of stops) paint.addColorStop(at, color);
  ctx.fillStyle = paint;
  ctx.fillRect(0, 0, width, height);
}
