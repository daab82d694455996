// Writes the icons of the client from the mark: `pnpm icons`.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { MARK_SIZE, MARK_TILE, markSvg } from './mark.ts';

const publicFolder = new URL('../../web/public/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, publicFolder));

// A launcher may crop its icon to a circle of 80 %, so the mark stays well inside it.
const launcherTile = Buffer.from(markSvg(0.6, 0));

async function writePng(name: string, size: number): Promise<void> {
  await sharp(launcherTile, { density: (72 * size) / MARK_SIZE })
    .resize(size, size)
    .flatten({ background: MARK_TILE })
    .png({ palette: true, compressionLevel: 9 })
    .toFile(pathOf(name));
}

// A tab gives 16 px, so the mark fills nearly the whole tile.
await writeFile(pathOf('favicon.svg'), `${markSvg(0.875, 7)}\n`);
await writePng('icon-192.png', 192);
await writePng('icon-512.png', 512);
await writePng('apple-touch-icon.png', 180);
