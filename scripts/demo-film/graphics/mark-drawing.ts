import { MARK_POST, MARK_ROPES, MARK_SIZE } from '../mark.ts';
import type { Ctx } from '../stage/drawing.ts';
import { PALETTE } from '../stage/palette.ts';
import { setFont } from './fonts.ts';

/** The mark with its upper left corner at x, y. */
export function drawMark(ctx: Ctx, x: number, y: number, size: number, post: string, ropes: string): void {
  const unit = size / MARK_SIZE;
  const fill = (polygons: readonly (readonly (readonly [number, number])[])[], color: string) => {
    ctx.fillStyle = color;
    ctx.beginPath();
    for (const polygon of polygons) {
      polygon.forEach(([px, py], index) => {
        if (index === 0) ctx.moveTo(x + px * unit, y + py * unit);
        else ctx.lineTo(x + px * unit, y + py * unit);
      });
      ctx.closePath();
    }
    ctx.fill();
  };
  fill(MARK_ROPES, ropes);
  fill([MARK_POST], post);
}

/** Mark and wordmark in the proportions of the client's logo; returns the width drawn. */
export function drawLogo(
  ctx: Ctx,
  x: number,
  y: number,
  height: number,
  color: string = PALETTE.white,
): number {
  drawMark(ctx, x, y, height, PALETTE.sky, color);
  setFont(ctx, (height * 25.1) / 32, 800, 112, height * 0.003);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = color;
  const at = x + (height * 43) / 32;
  ctx.fillText('RINGSIDE', at, y + (height * 24.6) / 32);
  return at + ctx.measureText('RINGSIDE').width - x;
}
