import { type Ctx, fillGlow } from '../stage/drawing.ts';
import { seededRandom } from '../stage/tracks.ts';

const EDGE = 'rgba(108,160,200,0.34)';

/** One person from behind: head, neck, shoulders, with the light of the ring along the top. */
function traceBack(ctx: Ctx, x: number, y: number, size: number): void {
  const at = (dx: number, dy: number): [number, number] => [x + dx * size, y + dy * size];
  ctx.beginPath();
  ctx.moveTo(...at(-1.5, 4));
  ctx.bezierCurveTo(...at(-1.6, 1.5), ...at(-1.3, 1.2), ...at(-0.42, 0.92));
  ctx.lineTo(...at(-0.38, 0.5));
  ctx.bezierCurveTo(...at(-0.66, 0.3), ...at(-0.72, -0.74), ...at(0, -0.76));
  ctx.bezierCurveTo(...at(0.72, -0.74), ...at(0.66, 0.3), ...at(0.38, 0.5));
  ctx.lineTo(...at(0.42, 0.92));
  ctx.bezierCurveTo(...at(1.3, 1.2), ...at(1.6, 1.5), ...at(1.5, 4));
  ctx.closePath();
}

/** The front row, dark and near: the place that the product is named after. */
export function drawFrontRow(ctx: Ctx, width: number, height: number, seed: number, level = 0.88): void {
  const random = seededRandom(seed);
  const size = height * 0.058;
  for (let x = -size; x < width + size; x += size * (3 + random() * 1.2)) {
    const own = size * (0.88 + random() * 0.3);
    const y = height * (level + (random() - 0.5) * 0.07);
    traceBack(ctx, x, y, own);
    ctx.fillStyle = '#04070b';
    ctx.fill();
    ctx.save();
    traceBack(ctx, x, y, own);
    ctx.clip();
    ctx.lineWidth = own * 0.09;
    ctx.strokeStyle = EDGE;
    traceBack(ctx, x, y + own * 0.03, own);
    ctx.stroke();
    ctx.restore();
    if (random() < 0.16) drawPhone(ctx, x + own * 0.8, y - own * 0.6, own);
  }
}

function drawPhone(ctx: Ctx, x: number, y: number, size: number): void {
  ctx.lineWidth = size * 0.5;
  ctx.lineCap = 'round';
  ctx.strokeStyle = '#04070b';
  ctx.beginPath();
  ctx.moveTo(x + size * 0.1, y + size * 2.4);
  ctx.lineTo(x, y + size * 0.4);
  ctx.stroke();
  ctx.fillStyle = '#04070b';
  ctx.beginPath();
  ctx.roundRect(x - size * 0.62, y - size * 0.42, size * 1.24, size * 0.76, size * 0.1);
  ctx.fill();
  ctx.fillStyle = '#9fd4f2';
  ctx.beginPath();
  ctx.roundRect(x - size * 0.54, y - size * 0.34, size * 1.08, size * 0.6, size * 0.05);
  ctx.fill();
  fillGlow(ctx, x, y, size * 1.8, size * 1.5, [
    [0, 'rgba(125,205,250,0.2)'],
    [1, 'rgba(125,205,250,0)'],
  ]);
}

/** Paper in the air, lit from behind. */
export function drawConfetti(
  ctx: Ctx,
  width: number,
  height: number,
  colors: readonly string[],
  count: number,
): void {
  const random = seededRandom(5);
  for (let index = 0; index < count; index += 1) {
    const near = random() ** 3;
    const size = height * (0.004 + 0.016 * near);
    ctx.save();
    ctx.translate(random() * width, random() ** 1.3 * height);
    ctx.rotate(random() * 2 * Math.PI);
    ctx.globalAlpha = 0.35 + 0.6 * random() * (1 - near * 0.4);
    ctx.fillStyle = colors[Math.floor(random() * colors.length)] ?? '#fff';
    ctx.fillRect(-size / 2, -size * (0.15 + 0.35 * random()), size, size * (0.3 + 0.6 * random()));
    ctx.restore();
  }
}
