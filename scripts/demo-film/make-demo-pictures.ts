// Draws the demo pictures and the share picture: `pnpm pictures [name ...]`.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { loadFonts } from './graphics/fonts.ts';
import { drawAcademy } from './pictures/academy.ts';
import {
  type DrawPicture,
  drawChampionship,
  drawFightNight,
  drawGala,
  drawOpenRing,
} from './pictures/ring-pictures.ts';
import { drawSharePicture } from './pictures/share-picture.ts';
import { drawUnderground } from './pictures/underground.ts';

const WIDTHS = [320, 640, 1280, 1920] as const;
/** Squares for lock screens. */
const ARTWORK_WIDTHS = [96, 128, 192, 256, 384, 512] as const;
const PICTURES: Record<string, DrawPicture> = {
  'fight-night': drawFightNight,
  gala: drawGala,
  championship: drawChampionship,
  'open-ring': drawOpenRing,
  underground: drawUnderground,
  academy: drawAcademy,
};

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

function drawnPixels(draw: DrawPicture, width: number, height: number): Sharp {
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d'), width, height);
  return sharp(Buffer.from(canvas.data()), { raw: { width, height, channels: 4 } }).removeAlpha();
}

async function writePicture(name: string, draw: DrawPicture): Promise<void> {
  const folder = pathOf(`server/assets/demo/pictures/${name}`);
  await mkdir(folder, { recursive: true });
  const picture = drawnPixels(draw, 1920, 1080);
  for (const width of WIDTHS) {
    const sized = picture.clone().resize(width, (width * 9) / 16, { kernel: 'lanczos3' });
    await sized.clone().avif({ quality: 52, effort: 6 }).toFile(`${folder}/${width}.avif`);
    await sized.clone().webp({ quality: 72, effort: 6 }).toFile(`${folder}/${width}.webp`);
    await sized.clone().jpeg({ quality: 72, mozjpeg: true }).toFile(`${folder}/${width}.jpg`);
  }
  for (const width of ARTWORK_WIDTHS) {
    const square = picture.clone().resize(width, width, { fit: 'cover', kernel: 'lanczos3' });
    await square.jpeg({ quality: 78, mozjpeg: true }).toFile(`${folder}/artwork-${width}.jpg`);
  }
  console.log(`${name}: ${WIDTHS.length} sizes in three formats, ${ARTWORK_WIDTHS.length} squares`);
}

loadFonts();
const wanted = process.argv.slice(2);
for (const [name, draw] of Object.entries(PICTURES))
  if (wanted.length === 0 || wanted.includes(name)) await writePicture(name, draw);
if (wanted.length === 0 || wanted.includes('og')) {
  const share = drawnPixels(drawSharePicture, 1200, 630);
  await share.jpeg({ quality: 80, mozjpeg: true }).toFile(pathOf('web/public/og.jpg'));
}
