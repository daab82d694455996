import { skeletonsAt } from '../fight/actors.ts';
import { OUTFITS } from '../fight/outfits.ts';
import { setFont } from '../graphics/fonts.ts';
import { drawLogo } from '../graphics/mark-drawing.ts';
import { drawScene } from '../scene.ts';
import { orbit } from '../stage/camera.ts';
import type { DrawPicture } from './ring-pictures.ts';

/** What a shared link shows: the fight on the right, the name on the left. */
export const drawSharePicture: DrawPicture = (ctx, width, height) => {
  const seconds = 13.2;
  const view = orbit([-1.05, -0.35, 0.92], 0.44, 7, 1.85, 1.32);
  const scene = {
    view,
    seconds,
    excitement: 0.9,
    skeletons: skeletonsAt(seconds),
    outfits: OUTFITS,
    lettering: false,
  };
  drawScene(ctx, scene, width, height);
  const shade = ctx.createLinearGradient(0, 0, width * 0.72, 0);
  shade.addColorStop(0, 'rgba(6,10,15,0.96)');
  shade.addColorStop(0.5, 'rgba(6,10,15,0.82)');
  shade.addColorStop(1, 'rgba(6,10,15,0)');
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, width, height);
  drawLogo(ctx, 72, 244, 68);
  setFont(ctx, 31, 560, 100);
  ctx.textAlign = 'left';
  ctx.fillStyle = '#c3d2de';
  ctx.fillText('Live and recorded kickboxing', 74, 366);
};
