import { skeletonsAt } from '../fight/actors.ts';
import { drawFigure, drawShadow } from '../fight/body-drawing.ts';
import { OUTFITS } from '../fight/outfits.ts';
import { drawScene } from '../scene.ts';
import { createCamera, orbit } from '../stage/camera.ts';
import type { Ctx } from '../stage/drawing.ts';
import { type Beam, COOL, drawBeams, SKY } from '../stage/lights.ts';
import type { Vec3 } from '../stage/vector.ts';
import { drawConfetti, drawFrontRow } from './foreground.ts';
import { upright } from './posing.ts';

export type DrawPicture = (ctx: Ctx, width: number, height: number) => void;

/** A kick that just misses, seen from the seats at the ring. */
export const drawFightNight: DrawPicture = (ctx, width, height) => {
  const seconds = 13.2;
  const view = orbit([0.25, 0.25, 0.94], 0.44, 6.9, 1.85, 1.42);
  drawScene(
    ctx,
    { view, seconds, excitement: 0.9, skeletons: skeletonsAt(seconds), outfits: OUTFITS, lettering: false },
    width,
    height,
  );
};

/** Lamps in a fan across the far side of the view, as many as a gala can pay for. */
const FAN: readonly Beam[] = Array.from({ length: 11 }, (_, index) => {
  const part = index / 10 - 0.5;
  const [far, aside] = [6.5 - 6 * part * part, part * 17];
  const lamp: Vec3 = [(aside - far) * Math.SQRT1_2, (aside + far) * Math.SQRT1_2, 7.6];
  const aim: Vec3 = [part * 7.5 * Math.SQRT1_2, part * 7.5 * Math.SQRT1_2, 0];
  return { lamp, aim, color: index % 2 ? SKY : COOL, strength: index % 2 ? 0.24 : 0.2, cycles: 0 };
});

/** The ring before the first fight, every seat taken. */
export const drawGala: DrawPicture = (ctx, width, height) => {
  const view = orbit([0, 0, 1.6], 0.785, 15.2, 4.3, 1.42);
  const scene = {
    view,
    seconds: 9.2,
    excitement: 0.5,
    outfits: OUTFITS,
    haze: 1.2,
    beams: FAN,
    lettering: false,
  };
  drawScene(ctx, scene, width, height);
  drawFrontRow(ctx, width, height, 41);
};

const GOLD = '#f0bf56';

/** The winner, arms up, the belt on. */
export const drawChampionship: DrawPicture = (ctx, width, height) => {
  const view = orbit([0, 0, 1.38], 0.74, 3.7, 1.2, 0.98);
  const beams: readonly Beam[] = [-3.2, -1.6, 0, 1.6, 3.2].map((x) => ({
    lamp: [x * 1.4 - 1.2, 4.4, 6.2],
    aim: [x * 0.5, 0.6, 0],
    color: COOL,
    strength: 0.3,
    cycles: 0,
  }));
  const scene = { view, seconds: 20, excitement: 1, outfits: OUTFITS, haze: 1.5, beams, lettering: false };
  const champion = upright({
    at: [0, 0, 0],
    towards: -0.02,
    stride: [0.02, 0.2],
    change: {
      leadHandX: 0.02,
      leadHandY: 0.16,
      leadHandZ: 0.96,
      rearHandX: 0.02,
      rearHandY: -0.16,
      rearHandZ: 0.96,
      leadElbow: 0.4,
      rearElbow: 0.4,
      headPitch: -0.3,
      hipYaw: -0.2,
      shoulderYaw: -0.15,
    },
  });
  drawScene(ctx, scene, width, height, (camera) => {
    drawShadow(ctx, camera, champion);
    drawFigure(ctx, camera, champion, { ...OUTFITS.red, belt: GOLD, title: GOLD });
  });
  drawBeams(ctx, createCamera(view, width, height), 0, 0.25, beams);
  drawConfetti(ctx, width, height, [GOLD, '#f4f8fb', '#7fd6fb', '#e5303c'], 260);
};

/** A corner before the doors open: the post and its ropes, as in the mark. */
export const drawOpenRing: DrawPicture = (ctx, width, height) => {
  const view = { eye: [-4.95, -4.35, 1.5] as const, target: [-0.2, -0.35, 0.82] as const, zoom: 0.92 };
  const beams: readonly Beam[] = [
    { lamp: [-1.5, 1.5, 6.4], aim: [-1, -0.6, 0], color: COOL, strength: 0.3, cycles: 0 },
    { lamp: [2.6, 2.4, 6.4], aim: [1.4, 0.6, 0], color: COOL, strength: 0.26, cycles: 0 },
    { lamp: [5.5, 6.5, 7], aim: [6.5, 8, 0], color: SKY, strength: 0.2, cycles: 0 },
  ];
  drawScene(
    ctx,
    { view, seconds: 0, excitement: 0, outfits: OUTFITS, haze: 0.9, beams, lettering: false, empty: true },
    width,
    height,
  );
};
