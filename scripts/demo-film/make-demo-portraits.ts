// Draws the portraits of the demo's fighters: `pnpm portraits`. The same cast gives the same files.
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { cast } from './portraits/casting.ts';
import { portraitSvg } from './portraits/draw-portrait.ts';

/** As the server makes them of an upload (`server/src/media/pictures/picture-files.ts`). */
const WIDTHS = [240, 480, 960];
const SQUARES = [112, 224, 448];

const folder = fileURLToPath(new URL('../../server/assets/demo/portraits/', import.meta.url));

await rm(folder, { recursive: true, force: true });
for (const [name, look] of Object.entries(cast)) {
  const whole = await sharp(Buffer.from(portraitSvg(look))).flatten().png().toBuffer();
  await mkdir(`${folder}${name}`, { recursive: true });
  for (const width of WIDTHS) await write(sharp(whole).resize(width, width * 1.25), `${folder}${name}/${width}`);
  for (const width of SQUARES) {
    const square = sharp(whole).resize(width, width, { fit: 'cover', position: 'top' });
    await write(square, `${folder}${name}/square-${width}`);
  }
}

/** Flat shapes need few bits. */
async function write(picture: Sharp, path: string): Promise<void> {
  await picture.clone().avif({ quality: 42, effort: 5 }).toFile(`${path}.avif`);
  await picture.clone().webp({ quality: 52, effort: 6 }).toFile(`${path}.webp`);
  await picture.clone().jpeg({ quality: 58, mozjpeg: true }).toFile(`${path}.jpg`);
}
