import { skeletonsAt } from '../fight/actors.ts';
import { drawFigure, drawShadow } from '../fight/body-drawing.ts';
import { silhouette } from '../fight/outfits.ts';
import { type Camera, createCamera, orbit } from '../stage/camera.ts';
import { type Ctx, fillBackground, fillBar, fillGlow, tracePoints } from '../stage/drawing.ts';
import { drawVignette } from '../stage/lights.ts';
import { drawApron, drawFarRopes, drawFloor, drawNearRopes, GROUND } from '../stage/ring.ts';
import { seededRandom } from '../stage/tracks.ts';
import type { Vec3 } from '../stage/vector.ts';
import { drawFrontRow } from './foreground.ts';
import type { DrawPicture } from './ring-pictures.ts';

/** A cone from a lamp down to the floor, in soft layers. */
function drawCone(
  ctx: Ctx,
  camera: Camera,
  lamp: Vec3,
  radius: number,
  color: string,
  strength: number,
): void {
  const top = camera.project(lamp);
  const low = camera.project([lamp[0], lamp[1], 0]);
  ctx.save();
  ctx.globalCompositeOperation = 'lighter';
  for (const part of [1, 0.78, 0.55]) {
    const paint = ctx.createLinearGradient(0, top.y, 0, low.y + radius * 0.3 * low.scale);
    paint.addColorStop(0, `rgba(${color},${strength})`);
    paint.addColorStop(0.7, `rgba(${color},${strength * 0.35})`);
    paint.addColorStop(1, `rgba(${color},0)`);
    ctx.fillStyle = paint;
    const reach = radius * part * low.scale;
    tracePoints(ctx, [
      { x: top.x - 0.28 * top.scale, y: top.y },
      { x: top.x + 0.28 * top.scale, y: top.y },
      { x: low.x + reach, y: low.y + reach * 0.18 },
      { x: low.x - reach, y: low.y + reach * 0.18 },
    ]);
    ctx.fill();
  }
  ctx.restore();
}

function drawPillars(ctx: Ctx, camera: Camera): void {
  for (const [x, y] of [
    [-9.5, 8],
    [-4.4, 8],
    [0.9, 8],
    [6.2, 8],
    [11, 8],
    [-6.4, 4.6],
    [7.6, 4.6],
  ] as const) {
    const foot = camera.project([x, y, GROUND]);
    const head = camera.project([x, y, 6]);
    const near = y < 6;
    fillBar(ctx, foot, head, 0.95, near ? '#070c12' : '#0d1620');
    fillBar(
      ctx,
      { ...foot, x: foot.x + 0.3 * foot.scale },
      { ...head, x: head.x + 0.3 * head.scale },
      0.22,
      near ? '#0f1a25' : '#142230',
    );
  }
}

/** People who stand round the ring, shoulder to shoulder. */
function drawStanding(ctx: Ctx, camera: Camera): void {
  const random = seededRandom(9);
  for (let row = 3; row >= 0; row -= 1) {
    for (let x = -9; x < 9; x += 0.62) {
      const at = camera.project([x + random() * 0.3, 4.5 + row * 0.75, 0.98 + row * 0.12 + random() * 0.16]);
      const unit = at.scale;
      const tone = 12 + row * 8;
      ctx.fillStyle = `rgb(${tone},${tone + 6},${tone + 13})`;
      ctx.beginPath();
      ctx.ellipse(at.x, at.y, 0.1 * unit, 0.13 * unit, 0, 0, 2 * Math.PI);
      ctx.fill();
      ctx.beginPath();
      ctx.roundRect(at.x - 0.26 * unit, at.y + 0.16 * unit, 0.52 * unit, 2 * unit, 0.18 * unit);
      ctx.fill();
    }
  }
}

/** One lamp, two people, and those who know the address. */
export const drawUnderground: DrawPicture = (ctx, width, height) => {
  const camera = createCamera(orbit([0.1, 0, 1.36], 0.26, 8.8, 1.6, 1.5), width, height);
  const lamp: Vec3 = [0.1, 0.2, 2.86];
  fillBackground(ctx, width, height, [
    [0, '#06090d'],
    [0.6, '#0c141c'],
    [1, '#05080b'],
  ]);
  const glow = camera.project([0.1, 3, 1.6]);
  fillGlow(ctx, glow.x, glow.y, 6.4 * glow.scale, 3.6 * glow.scale, [
    [0, 'rgba(120,140,150,0.5)'],
    [0.4, 'rgba(62,80,94,0.3)'],
    [1, 'rgba(14,22,30,0)'],
  ]);
  drawPillars(ctx, camera);
  drawStanding(ctx, camera);
  drawApron(ctx, camera, false);
  drawFloor(ctx, camera);
  drawFarRopes(ctx, camera);
  drawCone(ctx, camera, lamp, 2.7, '255,232,190', 0.2);
  const bodies = skeletonsAt(24.36);
  for (const side of ['red', 'blue'] as const) drawShadow(ctx, camera, bodies[side]);
  drawFigure(ctx, camera, bodies.blue, silhouette([38, 74, 150], [255, 236, 206]));
  drawFigure(ctx, camera, bodies.red, silhouette([150, 34, 42], [255, 236, 206]));
  drawNearRopes(ctx, camera);
  drawLamp(ctx, camera, lamp);
  drawCone(ctx, camera, lamp, 2.2, '255,232,190', 0.07);
  ctx.fillStyle = 'rgba(4,7,11,0.22)';
  ctx.fillRect(0, 0, width, height);
  drawVignette(ctx, width, height);
  drawFrontRow(ctx, width, height, 63, 0.92);
};

function drawLamp(ctx: Ctx, camera: Camera, at: Vec3): void {
  const low = camera.project(at);
  const top = camera.project([at[0], at[1], at[2] + 0.34]);
  fillBar(ctx, top, camera.project([at[0], at[1], at[2] + 3]), 0.03, '#0a0f14');
  const unit = low.scale;
  ctx.fillStyle = '#0b1118';
  tracePoints(ctx, [
    { x: top.x - 0.1 * unit, y: top.y },
    { x: top.x + 0.1 * unit, y: top.y },
    { x: low.x + 0.46 * unit, y: low.y },
    { x: low.x - 0.46 * unit, y: low.y },
  ]);
  ctx.fill();
  fillGlow(ctx, low.x, low.y, 0.44 * unit, 0.07 * unit, [
    [0, '#fffaf0'],
    [0.7, '#ffe9bd'],
    [1, 'rgba(255,226,170,0.5)'],
  ]);
  ctx.save();
  ctx.globalCompositeOperation = 'lighter';
  fillGlow(ctx, low.x, low.y, 1.7 * unit, 1.1 * unit, [
    [0, 'rgba(255,230,180,0.5)'],
    [1, 'rgba(255,220,160,0)'],
  ]);
  ctx.restore();
}
