import { drawFigure, drawShadow } from '../fight/body-drawing.ts';
import { OUTFITS } from '../fight/outfits.ts';
import { STRIKES } from '../fight/strikes.ts';
import { type Camera, createCamera } from '../stage/camera.ts';
import { type Ctx, fillArea, fillBackground, fillBar, tracePoints } from '../stage/drawing.ts';
import { drawVignette } from '../stage/lights.ts';
import type { Vec3 } from '../stage/vector.ts';
import { inGuard } from './posing.ts';
import type { DrawPicture } from './ring-pictures.ts';

function drawBag(
  ctx: Ctx,
  camera: Camera,
  x: number,
  y: number,
  lean: number,
  color: readonly [string, string, string],
): void {
  const hook = camera.project([x, y, 3.6]);
  const top = camera.project([x + lean * 0.5, y, 1.86]);
  const low = camera.project([x + lean, y, 0.42]);
  fillBar(ctx, hook, top, 0.025, '#1a242e');
  const [dark, middle, light] = color;
  ctx.lineCap = 'round';
  for (const [style, part, shift] of [
    ['rgba(6,10,15,0.75)', 0.43, 0],
    [dark, 0.4, 0],
    [middle, 0.3, -0.045],
    [light, 0.07, -0.13],
  ] as const) {
    ctx.strokeStyle = style;
    ctx.lineWidth = part * low.scale;
    const inset = (0.4 - part) * 0.5 * low.scale;
    ctx.beginPath();
    ctx.moveTo(top.x + shift * low.scale, top.y + 0.16 * low.scale - inset);
    ctx.lineTo(low.x + shift * low.scale, low.y - 0.16 * low.scale + inset);
    ctx.stroke();
  }
}

function drawWindows(ctx: Ctx, camera: Camera): void {
  const wall = 5;
  for (let column = 0; column < 5; column += 1) {
    const left = -7.4 + column * 3.1;
    const pane = (x: number, z: number, across: number, high: number): Vec3[] => [
      [x, wall, z],
      [x + across, wall, z],
      [x + across, wall, z + high],
      [x, wall, z + high],
    ];
    fillArea(ctx, camera, pane(left - 0.1, 1.7, 2.3, 2.5), '#0a1118');
    for (let row = 0; row < 3; row += 1)
      for (let part = 0; part < 3; part += 1) {
        const light = 206 - row * 26 - Math.abs(column - 1.4) * 16;
        fillArea(
          ctx,
          camera,
          pane(left + part * 0.71, 1.78 + (2 - row) * 0.79, 0.65, 0.73),
          `rgb(${light * 0.72},${light * 0.92},${light * 1.06})`,
        );
      }
  }
}

/** Morning light through the windows, as slanted sheets of dust. */
function drawShafts(ctx: Ctx, camera: Camera, strength: number): void {
  ctx.save();
  ctx.globalCompositeOperation = 'lighter';
  for (let column = 0; column < 5; column += 1) {
    const left = -7.4 + column * 3.1;
    const [a, b] = [camera.project([left, 5, 4]), camera.project([left + 2.1, 5, 4])];
    const [c, d] = [camera.project([left + 4.6, 0.4, 0]), camera.project([left + 2.2, 0.4, 0])];
    const paint = ctx.createLinearGradient(a.x, a.y, d.x, d.y);
    paint.addColorStop(0, `rgba(170,214,244,${strength})`);
    paint.addColorStop(1, 'rgba(120,180,220,0)');
    ctx.fillStyle = paint;
    tracePoints(ctx, [a, b, c, d]);
    ctx.fill();
  }
  ctx.restore();
}

function drawMats(ctx: Ctx, camera: Camera): void {
  for (let x = -10; x < 10; x += 2)
    for (let y = -5; y < 5; y += 1) {
      const even = (x / 2 + y) % 2 === 0;
      const tone = 34 + (y + 5) * 5 - Math.abs(x) * 1.2;
      const color = `rgb(${tone * 0.82},${tone * (even ? 1.16 : 1.04)},${tone * (even ? 1.5 : 1.32)})`;
      const tile: Vec3[] = [
        [x, y, 0],
        [x + 1.97, y, 0],
        [x + 1.97, y + 0.97, 0],
        [x, y + 0.97, 0],
      ];
      fillArea(ctx, camera, tile, color);
    }
}

/** A morning's work: the heavy bag, before anybody watches. */
export const drawAcademy: DrawPicture = (ctx, width, height) => {
  const camera = createCamera({ eye: [0.3, -6.4, 1.5], target: [0.15, 0, 1.2], zoom: 1.18 }, width, height);
  fillBackground(ctx, width, height, [
    [0, '#0e1822'],
    [0.6, '#16242f'],
    [1, '#0b121a'],
  ]);
  drawWindows(ctx, camera);
  drawMats(ctx, camera);
  drawShafts(ctx, camera, 0.2);
  const grey = ['#151e27', '#26333f', '#8ea6b8'] as const;
  for (const [x, y] of [
    [-4.4, 2.6],
    [-2.2, 3.2],
    [3.3, 2.8],
    [5.4, 2.2],
  ] as const)
    drawBag(ctx, camera, x, y, 0, grey);
  const kick = STRIKES.bodyKick.keys[3]?.pose ?? {};
  const bag: Vec3 = [1.02, 0, 1.12];
  const fighter = inGuard({ at: [-0.15, 0, 0], towards: 0, change: kick, targets: { foot: bag } });
  drawShadow(ctx, camera, fighter);
  drawBag(ctx, camera, 1.12, 0.05, 0.16, ['#0a3b57', '#0b78ad', '#8edcff']);
  drawFigure(ctx, camera, fighter, OUTFITS.red);
  drawShafts(ctx, camera, 0.06);
  drawVignette(ctx, width, height);
};
