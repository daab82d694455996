import type { Canvas } from '@napi-rs/canvas';
import { skeletonsAt } from './fight/actors.ts';
import { centreX, centreY, excitement } from './fight/choreography.ts';
import { OUTFITS } from './fight/outfits.ts';
import { drawLogoBug, drawScoreBug, drawStraps } from './graphics/score-bug.ts';
import { drawWipe } from './graphics/wipe.ts';
import { drawScene } from './scene.ts';
import { orbit, type View } from './stage/camera.ts';
import { wave } from './stage/tracks.ts';
import type { Vec3 } from './stage/vector.ts';

export const WIDTH = 1280;
export const HEIGHT = 720;

interface Shot {
  from: number;
  azimuth: number;
  distance: number;
  height: number;
  zoom: number;
  lookAt: number;
  /** How closely the camera follows the fighters: 0 stands still, 1 keeps them in the middle. */
  follow: number;
}

/** Cuts fall on even seconds, where every segment begins with a whole picture anyway. */
const SHOTS: readonly Shot[] = [
  { from: 0, azimuth: 0.72, distance: 14, height: 5.2, zoom: 1.6, lookAt: 0.5, follow: 0.45 },
  { from: 6, azimuth: 0.6, distance: 6.5, height: 2.45, zoom: 1.28, lookAt: 0.86, follow: 0.9 },
  { from: 12, azimuth: 0.42, distance: 7.6, height: 1.8, zoom: 1.4, lookAt: 1.02, follow: 0.8 },
  { from: 16, azimuth: 0.5, distance: 11.6, height: 4.2, zoom: 1.75, lookAt: 0.74, follow: 0.8 },
  { from: 20, azimuth: 0.42, distance: 6.6, height: 2.4, zoom: 1.3, lookAt: 0.86, follow: 0.9 },
  { from: 26, azimuth: 0.5, distance: 7.4, height: 1.85, zoom: 1.36, lookAt: 1, follow: 0.8 },
  { from: 28, azimuth: 0.72, distance: 14, height: 5.2, zoom: 1.6, lookAt: 0.5, follow: 0.45 },
];

export function viewAt(seconds: number): View {
  const shot = SHOTS.findLast(({ from }) => from <= seconds) ?? SHOTS[0];
  if (!shot) throw new Error('There is no shot');
  const { azimuth, distance, height, zoom, lookAt, follow } = shot;
  const target: Vec3 = [centreX(seconds) * follow, centreY(seconds) * follow, lookAt];
  const drift = wave(seconds, 2, 0.6);
  return orbit(
    target,
    azimuth + 0.07 * drift,
    distance - 0.25 * wave(seconds, 1),
    height + 0.06 * drift,
    zoom,
  );
}

/** One frame of the programme, `seconds` into the loop. */
export function drawBroadcast(canvas: Canvas, seconds: number): void {
  const ctx = canvas.getContext('2d');
  const scene = {
    view: viewAt(seconds),
    seconds,
    excitement: excitement(seconds),
    skeletons: skeletonsAt(seconds),
    outfits: OUTFITS,
  };
  drawScene(ctx, scene, WIDTH, HEIGHT);
  drawStraps(ctx, seconds);
  drawScoreBug(ctx, seconds);
  drawLogoBug(ctx);
  drawWipe(ctx, seconds);
}
