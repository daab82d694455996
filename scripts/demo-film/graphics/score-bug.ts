import { NEXT_ROUND_PICTURE, ROUND_END, ROUND_START } from '../fight/choreography.ts';
import type { Ctx } from '../stage/drawing.ts';
import { PALETTE } from '../stage/palette.ts';
import { ramp } from '../stage/tracks.ts';
import { setFont } from './fonts.ts';
import { drawLogo, drawMark } from './mark-drawing.ts';

export const FIGHTERS = {
  red: { name: 'HADDAD', full: 'NOOR HADDAD', line: 'RED CORNER  /  CHAMPION', color: PALETTE.red },
  blue: { name: 'OKAFOR', full: 'JENS OKAFOR', line: 'BLUE CORNER  /  CHALLENGER', color: PALETTE.blue },
} as const;

const ROUND_SECONDS = 180;
const PANEL = '#0b1118';
const RAISED = '#1b2733';
const QUIET = '#9fb2c2';

interface RoundClock {
  round: number;
  /** Whole seconds left. */
  left: number;
}

/** The second round runs out in the first half of the loop, the third begins in the second half. */
export function clockAt(seconds: number): RoundClock {
  if (seconds < NEXT_ROUND_PICTURE) return { round: 2, left: Math.ceil(Math.max(0, ROUND_END - seconds)) };
  return { round: 3, left: Math.ceil(ROUND_SECONDS - Math.max(0, seconds - ROUND_START)) };
}

const BAR = { x: 276, y: 634, width: 728, height: 50 } as const;
const CLOCK_WIDTH = 168;

function drawCorner(ctx: Ctx, side: 'red' | 'blue'): void {
  const { name, color } = FIGHTERS[side];
  const red = side === 'red';
  const nameWidth = (BAR.width - CLOCK_WIDTH) / 2;
  const x = red ? BAR.x : BAR.x + BAR.width - nameWidth;
  ctx.fillStyle = color;
  ctx.fillRect(red ? x : x + nameWidth - 10, BAR.y, 10, BAR.height);
  setFont(ctx, 33, 760, 78, 0.6);
  ctx.textAlign = red ? 'left' : 'right';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = PALETTE.white;
  ctx.fillText(name, red ? x + 28 : x + nameWidth - 28, BAR.y + 37);
}

/** Digits in boxes of one width: a clock must not shiver. */
function drawTabular(
  ctx: Ctx,
  text: string,
  centre: number,
  baseline: number,
  digit: number,
  colon: number,
): void {
  const widthOf = (letter: string) => (letter === ':' ? colon : digit);
  let x = centre - [...text].reduce((sum, letter) => sum + widthOf(letter), 0) / 2;
  ctx.textAlign = 'center';
  for (const letter of text) {
    ctx.fillText(letter, x + widthOf(letter) / 2, letter === ':' ? baseline - 2 : baseline);
    x += widthOf(letter);
  }
}

function drawClock(ctx: Ctx, seconds: number): void {
  const { round, left } = clockAt(seconds);
  const x = BAR.x + (BAR.width - CLOCK_WIDTH) / 2;
  ctx.fillStyle = RAISED;
  ctx.fillRect(x, BAR.y, CLOCK_WIDTH, BAR.height);
  setFont(ctx, 13, 700, 100, 1);
  ctx.fillStyle = QUIET;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText('RD', x + 31, BAR.y + 20);
  setFont(ctx, 24, 800, 90);
  ctx.fillStyle = PALETTE.white;
  ctx.fillText(String(round), x + 31, BAR.y + 42);
  ctx.fillStyle = 'rgba(159,178,194,0.28)';
  ctx.fillRect(x + 58, BAR.y + 11, 1.5, BAR.height - 22);
  const closing = round === 2 && left <= 10;
  setFont(ctx, 36, 760, 84);
  ctx.fillStyle = closing ? '#ffd479' : PALETTE.white;
  const minutes = Math.floor(left / 60);
  drawTabular(ctx, `${minutes}:${String(left % 60).padStart(2, '0')}`, x + 113, BAR.y + 38, 22, 12);
}

export function drawScoreBug(ctx: Ctx, seconds: number): void {
  ctx.fillStyle = PANEL;
  ctx.fillRect(BAR.x, BAR.y, BAR.width, BAR.height);
  ctx.fillStyle = PANEL;
  ctx.fillRect(BAR.x - 62, BAR.y, 54, BAR.height);
  drawMark(ctx, BAR.x - 51, BAR.y + 9, 32, PALETTE.sky, PALETTE.white);
  drawCorner(ctx, 'red');
  drawCorner(ctx, 'blue');
  drawClock(ctx, seconds);
}

/**
 * Upper right: the product. The film is the live stream and the replay, and a viewer may go back in the live one, so the
 * picture itself cannot say that it is live: the player does.
 */
export function drawLogoBug(ctx: Ctx): void {
  ctx.globalAlpha = 0.92;
  drawLogo(ctx, 1062, 40, 24);
  ctx.globalAlpha = 1;
}

const STRAPS = [
  { side: 'red', from: 2.2, to: 6.6 },
  { side: 'blue', from: 18.2, to: 22.6 },
] as const;

/** Lower third: who is who, once for each of them. */
export function drawStraps(ctx: Ctx, seconds: number): void {
  for (const { side, from, to } of STRAPS) {
    const shown = ramp(seconds, from, from + 0.5) * (1 - ramp(seconds, to - 0.4, to));
    if (shown > 0.001) drawStrap(ctx, side, shown);
  }
}

function drawStrap(ctx: Ctx, side: 'red' | 'blue', shown: number): void {
  const { full, line, color } = FIGHTERS[side];
  const [width, height, y] = [420, 92, 508];
  const red = side === 'red';
  const x = red ? 64 : 1280 - 64 - width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(red ? x : x + width * (1 - shown), y, width * shown, height);
  ctx.clip();
  ctx.fillStyle = PANEL;
  ctx.fillRect(x, y, width, height);
  ctx.fillStyle = color;
  ctx.fillRect(red ? x : x + width - 10, y, 10, height);
  const slide = (1 - shown) * (red ? -60 : 60);
  const edge = (red ? x + 34 : x + width - 34) + slide;
  ctx.textAlign = red ? 'left' : 'right';
  ctx.textBaseline = 'alphabetic';
  setFont(ctx, 50, 800, 74);
  ctx.fillStyle = PALETTE.white;
  ctx.fillText(full, edge, y + 52);
  setFont(ctx, 16, 640, 104, 1.1);
  ctx.fillStyle = QUIET;
  ctx.fillText(line, edge, y + 77);
  ctx.restore();
}
