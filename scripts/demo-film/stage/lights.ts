import type { Camera } from './camera.ts';
import { type Ctx, fillGlow, tracePoints } from './drawing.ts';
import { wave } from './tracks.ts';
import type { Vec3 } from './vector.ts';

export interface Beam {
  lamp: Vec3;
  aim: Vec3;
  color: string;
  strength: number;
  cycles: number;
}

const RIG = 6.4;
export const COOL = '168,214,246';
export const SKY = '56,189,248';

export const BEAMS: readonly Beam[] = [
  { lamp: [-3.4, 2.6, RIG], aim: [-0.9, 0.4, 0], color: COOL, strength: 0.2, cycles: 2 },
  { lamp: [3.4, 2.6, RIG], aim: [0.9, 0.4, 0], color: COOL, strength: 0.2, cycles: 3 },
  { lamp: [-1.2, 3.6, RIG], aim: [0.5, 0, 0], color: COOL, strength: 0.14, cycles: 2 },
  { lamp: [1.4, 3.6, RIG], aim: [-0.5, 0.2, 0], color: COOL, strength: 0.14, cycles: 1 },
  { lamp: [-6.4, 6.5, RIG + 0.6], aim: [-7.5, 8, 0], color: SKY, strength: 0.15, cycles: 3 },
  { lamp: [6.4, 6.5, RIG + 0.6], aim: [7.5, 8, 0], color: SKY, strength: 0.15, cycles: 2 },
];

/** The dark hall with the glow that hangs over a lit ring. */
export function drawHall(ctx: Ctx, camera: Camera): void {
  const sky = ctx.createLinearGradient(0, 0, 0, camera.height);
  sky.addColorStop(0, '#05090e');
  sky.addColorStop(0.55, '#0b1520');
  sky.addColorStop(1, '#070c12');
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, camera.width, camera.height);
}

export function drawHaze(ctx: Ctx, camera: Camera, strength: number): void {
  const above = camera.project([0, 2.5, 1.5]);
  const reach = 7.5 * above.scale;
  fillGlow(ctx, above.x, above.y, reach, reach * 0.52, [
    [0, `rgba(92,142,180,${0.5 * strength})`],
    [0.3, `rgba(58,100,134,${0.34 * strength})`],
    [0.65, `rgba(30,58,82,${0.16 * strength})`],
    [1, 'rgba(14,26,38,0)'],
  ]);
}

function drawBeam(ctx: Ctx, camera: Camera, beam: Beam, seconds: number, strength: number): void {
  const swing = wave(seconds, beam.cycles, beam.lamp[0]) * 0.5;
  const lamp = camera.project(beam.lamp);
  const foot = camera.project([beam.aim[0] + swing, beam.aim[1], beam.aim[2]]);
  if (lamp.depth < 1 || foot.depth < 1) return;
  const light = ctx.createLinearGradient(lamp.x, lamp.y, foot.x, foot.y);
  for (const [width, part] of [
    [1.25, 0.28],
    [0.85, 0.3],
    [0.45, 0.42],
  ] as const) {
    const power = beam.strength * strength * part;
    light.addColorStop(0, `rgba(${beam.color},${power})`);
    light.addColorStop(0.6, `rgba(${beam.color},${power * 0.45})`);
    light.addColorStop(1, `rgba(${beam.color},0)`);
    ctx.fillStyle = light;
    const top = 0.12 * lamp.scale;
    const low = width * foot.scale;
    tracePoints(ctx, [
      { x: lamp.x - top, y: lamp.y },
      { x: lamp.x + top, y: lamp.y },
      { x: foot.x + low, y: foot.y },
      { x: foot.x - low, y: foot.y },
    ]);
    ctx.fill();
  }
}

/** Light cones in the haze; drawn over the crowd and again, fainter, over the fighters. */
export function drawBeams(
  ctx: Ctx,
  camera: Camera,
  seconds: number,
  strength = 1,
  beams: readonly Beam[] = BEAMS,
): void {
  ctx.save();
  ctx.globalCompositeOperation = 'lighter';
  for (const beam of beams) drawBeam(ctx, camera, beam, seconds, strength);
  ctx.restore();
}

/** The rig itself: a truss with lamps, seen when a camera looks low enough. */
export function drawRig(ctx: Ctx, camera: Camera, beams: readonly Beam[] = BEAMS): void {
  ctx.save();
  ctx.globalCompositeOperation = 'lighter';
  for (const { lamp } of beams) {
    const at = camera.project(lamp);
    const radius = 0.8 * at.scale;
    fillGlow(ctx, at.x, at.y, radius, radius, [
      [0, 'rgba(240,249,255,0.95)'],
      [0.1, 'rgba(200,230,250,0.6)'],
      [0.35, 'rgba(110,170,215,0.16)'],
      [1, 'rgba(60,110,150,0)'],
    ]);
  }
  ctx.restore();
}

export function drawVignette(ctx: Ctx, width: number, height: number): void {
  fillEdge(
    ctx,
    width,
    height,
    ctx.createRadialGradient(width / 2, height * 0.46, height * 0.45, width / 2, height * 0.5, width * 0.72),
  );
}

function fillEdge(
  ctx: Ctx,
  width: number,
  height: number,
  gradient: ReturnType<Ctx['createRadialGradient']>,
): void {
  gradient.addColorStop(0, 'rgba(3,6,10,0)');
  gradient.addColorStop(1, 'rgba(3,6,10,0.72)');
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
}
