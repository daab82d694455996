import type { Camera } from '../stage/camera.ts';
import type { Ctx } from '../stage/drawing.ts';
import { type Rgb, rgb } from '../stage/palette.ts';
import type { Vec3 } from '../stage/vector.ts';

/** Four tones from the side of the lamps to the side away from them, and the seam drawn round each part. */
export interface Tones {
  rim: Rgb;
  light: Rgb;
  middle: Rgb;
  dark: Rgb;
}

const SEAM = 'rgba(6,10,15,0.72)';
const SEAM_METRES = 0.011;
/** The main lamps hang above and to the left; y points down on the screen. */
const LIGHT = { x: -0.5, y: -0.866 };

export interface Section {
  at: Vec3;
  /** Half the width on the screen, in metres. */
  half: number;
}

interface Edge {
  x: number;
  y: number;
  half: number;
}

/**
 * Paint across a limb: hard-edged tones, as on a poster, because they stay crisp at a low bitrate. The lit
 * edge is the one that looks at the lamps, and the rim is the stronger the more squarely it does.
 */
function tonesAcross(ctx: Ctx, from: Edge, to: Edge, half: number, tones: Tones): Ctx['fillStyle'] {
  const run = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  let nx = -(to.y - from.y) / run;
  let ny = (to.x - from.x) / run;
  let facing = nx * LIGHT.x + ny * LIGHT.y;
  if (facing < 0) {
    [nx, ny, facing] = [-nx, -ny, -facing];
  }
  const x = (from.x + to.x) / 2;
  const y = (from.y + to.y) / 2;
  const paint = ctx.createLinearGradient(x + nx * half, y + ny * half, x - nx * half, y - ny * half);
  const rim = 0.07 + 0.07 * facing;
  const light = rim + 0.2 * facing;
  paint.addColorStop(0, rgb(tones.rim));
  paint.addColorStop(rim, rgb(tones.rim));
  paint.addColorStop(rim + 0.03, rgb(tones.light));
  paint.addColorStop(light + 0.04, rgb(tones.light));
  paint.addColorStop(light + 0.1, rgb(tones.middle));
  paint.addColorStop(0.62, rgb(tones.middle));
  paint.addColorStop(0.7, rgb(tones.dark));
  paint.addColorStop(1, rgb(tones.dark));
  return paint;
}

/** A rounded body through several sections, from one end to the other. */
export interface Body {
  sections: readonly Section[];
  tones: Tones;
  /** The first section that gets a seam: a limb grows out of the trunk without one. */
  seamFrom?: number;
}

const projectSections = (camera: Camera, sections: readonly Section[]): Edge[] =>
  sections.map(({ at, half }) => {
    const point = camera.project(at);
    return { x: point.x, y: point.y, half: half * point.scale };
  });

export const traceSections = (ctx: Ctx, camera: Camera, sections: readonly Section[]): void =>
  traceBody(ctx, projectSections(camera, sections));

/** Bodies that belong together: all seams first, so that none is left between an upper arm and its forearm. */
export function drawBodies(ctx: Ctx, camera: Camera, bodies: readonly Body[], seam = SEAM_METRES): void {
  const edgesOf = (sections: readonly Section[]) => projectSections(camera, sections);
  const start = bodies[0]?.sections[0];
  if (!start) return;
  ctx.lineJoin = 'round';
  ctx.lineWidth = seam * 2 * camera.project(start.at).scale;
  ctx.strokeStyle = SEAM;
  for (const { sections, seamFrom = 0 } of bodies) {
    traceBody(ctx, edgesOf(sections.slice(seamFrom)));
    ctx.stroke();
  }
  for (const { sections, tones } of bodies) {
    const edges = edgesOf(sections);
    const [first, last] = [edges[0], edges.at(-1)];
    if (!first || !last) continue;
    traceBody(ctx, edges);
    ctx.fillStyle = tonesAcross(ctx, first, last, Math.max(...edges.map(({ half }) => half)), tones);
    ctx.fill();
  }
}

export const drawBody = (
  ctx: Ctx,
  camera: Camera,
  sections: readonly Section[],
  tones: Tones,
  seam?: number,
): void => drawBodies(ctx, camera, [{ sections, tones }], seam);

/** The outline: along one side through the widths, round the end, back along the other. */
function traceBody(ctx: Ctx, edges: readonly Edge[]): void {
  const left: { x: number; y: number }[] = [];
  const right: { x: number; y: number }[] = [];
  edges.forEach((edge, index) => {
    const before = edges[index - 1] ?? edge;
    const after = edges[index + 1] ?? edge;
    const run = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const nx = -(after.y - before.y) / run;
    const ny = (after.x - before.x) / run;
    left.push({ x: edge.x + nx * edge.half, y: edge.y + ny * edge.half });
    right.push({ x: edge.x - nx * edge.half, y: edge.y - ny * edge.half });
  });
  ctx.beginPath();
  curveThrough(ctx, left, true);
  capTo(ctx, edges.at(-1), edges.at(-2), right.at(-1));
  curveThrough(ctx, right.reverse(), false);
  capTo(ctx, edges[0], edges[1], left[0]);
  ctx.closePath();
}

function curveThrough(ctx: Ctx, points: readonly { x: number; y: number }[], start: boolean): void {
  const first = points[0];
  if (!first) return;
  if (start) ctx.moveTo(first.x, first.y);
  for (let index = 1; index < points.length; index += 1) {
    const a = points[index - 1];
    const b = points[index];
    if (!a || !b) continue;
    const before = points[index - 2] ?? a;
    const after = points[index + 1] ?? b;
    ctx.bezierCurveTo(
      a.x + (b.x - before.x) / 6,
      a.y + (b.y - before.y) / 6,
      b.x - (after.x - a.x) / 6,
      b.y - (after.y - a.y) / 6,
      b.x,
      b.y,
    );
  }
}

/** A round end that bulges by the half width away from the inner neighbour. */
function capTo(
  ctx: Ctx,
  end: Edge | undefined,
  inner: Edge | undefined,
  to: { x: number; y: number } | undefined,
): void {
  if (!end || !inner || !to) return;
  const run = Math.hypot(end.x - inner.x, end.y - inner.y) || 1;
  const dx = ((end.x - inner.x) / run) * end.half * 1.33;
  const dy = ((end.y - inner.y) / run) * end.half * 1.33;
  const from = { x: 2 * end.x - to.x, y: 2 * end.y - to.y };
  ctx.bezierCurveTo(from.x + dx, from.y + dy, to.x + dx, to.y + dy, to.x, to.y);
}

/** Half the visible width of a flat body part: broad along `axis`, thin across it. */
export function visibleHalf(camera: Camera, axis: Vec3, broad: number, thin: number): number {
  const sideways = Math.abs(
    axis[0] * camera.right[0] + axis[1] * camera.right[1] + axis[2] * camera.right[2],
  );
  return Math.hypot(broad * sideways, thin * Math.sqrt(Math.max(0, 1 - sideways * sideways)));
}
