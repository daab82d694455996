import { createCanvas } from '@napi-rs/canvas';
import { awayFrom, type Skeletons } from './fight/actors.ts';
import { drawFigure, drawShadow } from './fight/body-drawing.ts';
import type { Actor } from './fight/choreography.ts';
import type { Outfit } from './fight/outfits.ts';
import { type Camera, createCamera, type View } from './stage/camera.ts';
import { drawCrowd, drawFlashes } from './stage/crowd.ts';
import type { Ctx } from './stage/drawing.ts';
import { type Beam, drawBeams, drawHall, drawHaze, drawRig, drawVignette } from './stage/lights.ts';
import { drawApron, drawFarRopes, drawFloor, drawNearRopes } from './stage/ring.ts';

export interface Scene {
  view: View;
  seconds: number;
  excitement: number;
  skeletons?: Skeletons;
  outfits: Record<Actor, Outfit>;
  haze?: number;
  beams?: readonly Beam[];
  /** Whether the product's name stands on the cloth below the ring. */
  lettering?: boolean;
  /** No people in the seats. */
  empty?: boolean;
}

/**
 * The hall behind the ring is drawn small and enlarged: it lies out of focus behind the fighters, as with a
 * long lens, and soft pictures cost a third of the bits.
 */
const BACKDROP_SCALE = 0.5;

function drawBackdrop(ctx: Ctx, scene: Scene, width: number, height: number): void {
  const canvas = createCanvas(Math.round(width * BACKDROP_SCALE), Math.round(height * BACKDROP_SCALE));
  const small = canvas.getContext('2d');
  const camera = createCamera(scene.view, canvas.width, canvas.height);
  drawHall(small, camera);
  if (!scene.empty) drawCrowd(small, camera, scene.seconds, scene.excitement);
  drawHaze(small, camera, scene.haze ?? 1);
  drawRig(small, camera, scene.beams);
  drawBeams(small, camera, scene.seconds, 1, scene.beams);
  if (!scene.empty) drawFlashes(small, camera, scene.seconds);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(canvas, 0, 0, width, height);
}

function drawActors(ctx: Ctx, camera: Camera, skeletons: Skeletons, outfits: Record<Actor, Outfit>): void {
  const actors = (['red', 'blue', 'referee'] as const)
    .map((actor) => ({
      body: skeletons[actor],
      outfit: outfits[actor],
      away: awayFrom(skeletons[actor], camera.eye),
    }))
    .sort((a, b) => b.away - a.away);
  for (const { body } of actors) drawShadow(ctx, camera, body);
  for (const { body, outfit } of actors) drawFigure(ctx, camera, body, outfit);
}

/** Everything in front of the lens, without the graphics of the broadcast. */
export function drawScene(
  ctx: Ctx,
  scene: Scene,
  width: number,
  height: number,
  drawInRing?: (camera: Camera) => void,
): void {
  const camera = createCamera(scene.view, width, height);
  drawBackdrop(ctx, scene, width, height);
  drawApron(ctx, camera, scene.lettering);
  drawFloor(ctx, camera);
  drawFarRopes(ctx, camera);
  if (scene.skeletons) drawActors(ctx, camera, scene.skeletons, scene.outfits);
  drawInRing?.(camera);
  drawNearRopes(ctx, camera);
  drawBeams(ctx, camera, scene.seconds, 0.3 * (scene.haze ?? 1), scene.beams);
  drawVignette(ctx, width, height);
}
