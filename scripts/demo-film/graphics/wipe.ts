import { NEXT_ROUND_PICTURE } from '../fight/choreography.ts';
import type { Ctx } from '../stage/drawing.ts';
import { PALETTE } from '../stage/palette.ts';
import { clamp, LOOP_SECONDS } from '../stage/tracks.ts';
import { setFont } from './fonts.ts';
import { drawMark } from './mark-drawing.ts';

/**
 * The wipe that hides a change of scene: slanted bands cross the picture and, in the middle, cover it whole.
 * One of the two lies over the join of the loop, where round and clock go back.
 */
export const WIPES = [NEXT_ROUND_PICTURE, LOOP_SECONDS] as const;
const HALF = 0.72;
const SLANT = 150;

const BANDS = [
  { color: PALETTE.sky, lag: 0 },
  { color: '#1b2733', lag: 0.06 },
  { color: PALETTE.ink, lag: 0.12 },
] as const;

const ease = (part: number): number => {
  const at = clamp(part);
  return at < 0.5 ? 4 * at ** 3 : 1 - (2 - 2 * at) ** 3 / 2;
};

/** Seconds from the middle of the nearest wipe; negative before it. */
export function fromWipe(seconds: number): number {
  const distances = WIPES.flatMap((at) => [seconds - at, seconds - at + LOOP_SECONDS]);
  return distances.reduce((nearest, each) => (Math.abs(each) < Math.abs(nearest) ? each : nearest));
}

export function drawWipe(ctx: Ctx, seconds: number): void {
  const away = fromWipe(seconds);
  if (Math.abs(away) > HALF) return;
  const closing = clamp((away + HALF) / (HALF * 0.72));
  const opening = clamp((away - HALF * 0.28) / (HALF * 0.72));
  const span = 1280 + SLANT * 2;
  const bands = opening > 0 ? [...BANDS].reverse() : BANDS;
  for (const { color, lag } of bands) {
    // It opens in the order it closed in: ink leaves last, with sky as the trailing edge.
    const head = ease((closing - lag) / (1 - 0.12)) * span - SLANT;
    const late = 0.12 - lag;
    const tail = ease((opening - (opening > 0 ? late : 0)) / (1 - 0.12)) * span - SLANT;
    drawBand(ctx, color, opening > 0 ? tail : -SLANT, closing < 1 ? head : 1280 + SLANT);
  }
  const next = Math.abs(seconds - NEXT_ROUND_PICTURE) < 1;
  drawEmblem(ctx, away, next ? 'ROUND 3' : 'RINGSIDE');
}

function drawBand(ctx: Ctx, color: string, from: number, to: number): void {
  if (to <= from) return;
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.moveTo(from - SLANT, 720);
  ctx.lineTo(from + SLANT, 0);
  ctx.lineTo(to + SLANT, 0);
  ctx.lineTo(to - SLANT, 720);
  ctx.fill();
}

/** The mark, and what comes next: the third round, or the programme from its beginning. */
function drawEmblem(ctx: Ctx, away: number, caption: string): void {
  const shown = 1 - clamp((Math.abs(away) - 0.2) / 0.2);
  if (shown <= 0) return;
  const size = 216 * (0.94 + 0.06 * ease(shown) + 0.05 * (away + HALF));
  ctx.globalAlpha = shown;
  drawMark(ctx, 640 - size / 2, 316 - size / 2, size, PALETTE.sky, PALETTE.white);
  setFont(ctx, 50, 800, 112, 2);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = PALETTE.white;
  ctx.fillText(caption, 641, 510);
  ctx.globalAlpha = 1;
}
