import type { Camera, Projected } from './camera.ts';
import { type Ctx, fillGlow } from './drawing.ts';
import { mixRgb, type Rgb, rgb } from './palette.ts';
import { GROUND } from './ring.ts';
import { clamp, LOOP_SECONDS, seededRandom, wave, wrap } from './tracks.ts';
import type { Vec3 } from './vector.ts';

interface Spectator {
  head: Vec3;
  tone: number;
  size: number;
  phase: number;
  /** Whole periods in a loop. */
  cycles: number;
  eager: number;
}

const ROWS = 13;
const FIRST_ROW = 6.4;
const ROW_DEPTH = 0.95;
const ROW_RISE = 0.4;
const SEAT_WIDTH = 0.66;

const DARK: Rgb = [7, 12, 18];
const HAZE: Rgb = [26, 45, 62];
const LIT: Rgb = [74, 104, 130];

function seatSpectators(): Spectator[] {
  const random = seededRandom(20);
  const rows: Spectator[] = [];
  for (let row = ROWS - 1; row >= 0; row -= 1) {
    const radius = FIRST_ROW + row * ROW_DEPTH;
    const seats = Math.floor((2 * Math.PI * radius) / SEAT_WIDTH);
    for (let seat = 0; seat < seats; seat += 1) {
      // An empty seat here and there keeps the rows from looking stamped.
      const empty = random() < 0.06;
      const angle = ((seat + (row % 2) / 2 + (random() - 0.5) * 0.45) / seats) * 2 * Math.PI;
      const sitting = GROUND + 1.12 + row * ROW_RISE + (random() - 0.5) * 0.16;
      const standing = random() < 0.05 ? 0.34 : 0;
      const spectator = {
        head: [Math.cos(angle) * radius, Math.sin(angle) * radius, sitting + standing] as const,
        tone: row / ROWS + (random() - 0.5) * 0.22,
        size: 0.92 + random() * 0.2,
        phase: random() * 7,
        cycles: 9 + Math.floor(random() * 22),
        eager: random(),
      };
      if (!empty) rows.push(spectator);
    }
  }
  return rows;
}

const SPECTATORS = seatSpectators();

function drawSpectator(ctx: Ctx, at: Projected, spectator: Spectator, armsUp: number): void {
  const unit = at.scale * spectator.size;
  const tone = mixRgb(DARK, HAZE, clamp(spectator.tone));
  // Lit from the ring, dark towards the knees: so one row stands out from the next.
  const body = ctx.createLinearGradient(0, at.y - unit * 0.12, 0, at.y + unit * 0.6);
  body.addColorStop(0, rgb(mixRgb(tone, LIT, 0.2)));
  body.addColorStop(0.42, rgb(mixRgb(tone, LIT, 0.1)));
  body.addColorStop(1, rgb(mixRgb(tone, DARK, 0.85)));
  ctx.fillStyle = body;
  ctx.beginPath();
  ctx.ellipse(at.x, at.y, unit * 0.1, unit * 0.13, 0, 0, 2 * Math.PI);
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(at.x - unit * 0.27, at.y + unit * 0.72);
  ctx.bezierCurveTo(
    at.x - unit * 0.29,
    at.y + unit * 0.22,
    at.x - unit * 0.14,
    at.y + unit * 0.2,
    at.x,
    at.y + unit * 0.1,
  );
  ctx.bezierCurveTo(
    at.x + unit * 0.14,
    at.y + unit * 0.2,
    at.x + unit * 0.29,
    at.y + unit * 0.22,
    at.x + unit * 0.27,
    at.y + unit * 0.72,
  );
  ctx.fill();
  if (armsUp > 0.05) {
    ctx.lineWidth = unit * 0.085;
    ctx.lineCap = 'round';
    ctx.strokeStyle = rgb(tone);
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(at.x + side * unit * 0.2, at.y + unit * 0.26);
      ctx.lineTo(at.x + side * unit * (0.3 - 0.04 * armsUp), at.y + unit * (0.2 - 0.34 * armsUp));
      ctx.stroke();
    }
  }
}

/** `excitement` from 0 (seated murmur) to 1 (on their feet). */
export function drawCrowd(ctx: Ctx, camera: Camera, seconds: number, excitement: number): void {
  for (const spectator of SPECTATORS) {
    const [x, y, z] = spectator.head;
    const behindRing = (x - camera.eye[0]) * camera.forward[0] + (y - camera.eye[1]) * camera.forward[1];
    const ringDistance = -camera.eye[0] * camera.forward[0] - camera.eye[1] * camera.forward[1];
    if (behindRing < ringDistance + 1) continue;
    const rises = clamp(excitement * 1.7 - spectator.eager);
    const sway = wave(seconds, spectator.cycles, spectator.phase) * (0.012 + 0.03 * rises);
    const at = camera.project([x, y, z + sway + rises * 0.16]);
    if (at.x < -60 || at.x > camera.width + 60) continue;
    drawSpectator(ctx, at, spectator, spectator.eager < 0.3 ? rises : 0);
  }
}

interface Flash {
  at: number;
  spectator: number;
  power: number;
}

function planFlashes(): Flash[] {
  const random = seededRandom(77);
  return Array.from({ length: 230 }, () => ({
    at: random() * LOOP_SECONDS,
    spectator: Math.floor(random() * SPECTATORS.length),
    power: 0.5 + random() * 0.5,
  }));
}

const FLASHES = planFlashes();
const FLASH_SECONDS = 0.16;

export function drawFlashes(ctx: Ctx, camera: Camera, seconds: number): void {
  ctx.save();
  ctx.globalCompositeOperation = 'lighter';
  for (const flash of FLASHES) {
    const age = wrap(seconds - flash.at);
    const spectator = SPECTATORS[flash.spectator];
    if (age > FLASH_SECONDS || !spectator) continue;
    const [x, y, z] = spectator.head;
    const at = camera.project([x, y, z - 0.05]);
    if (at.depth < 12) continue;
    const power = flash.power * (1 - age / FLASH_SECONDS);
    const radius = at.scale * 0.5 * power;
    fillGlow(ctx, at.x, at.y, radius, radius, [
      [0, `rgba(235,247,255,${power})`],
      [0.16, `rgba(190,226,255,${power * 0.55})`],
      [1, 'rgba(90,150,200,0)'],
    ]);
    fillGlow(ctx, at.x, at.y, radius * 1.9, radius * 0.09, [
      [0, `rgba(225,243,255,${power * 0.8})`],
      [1, 'rgba(120,180,230,0)'],
    ]);
  }
  ctx.restore();
}
