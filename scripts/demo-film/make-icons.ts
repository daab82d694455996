// Writes the icons of the client from the mark: `pnpm icons`.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { MARK_SIZE, MARK_TILE, markSvg, monochromeMarkSvg, shortcutSvg } from './mark.ts';

const publicFolder = new URL('../../web/public/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, publicFolder));

// A launcher may crop its icon to a circle of 80 %, so the mark stays well inside it.
const launcherTile = markSvg(0.6, 0);
// Where nothing is cropped, the tile has the rounded corners of the favicon.
const roundedTile = markSvg(0.75, 7);

function draw(svg: string, size: number) {
  return sharp(Buffer.from(svg), { density: (72 * size) / MARK_SIZE }).resize(size, size);
}

const compressed = { palette: true, compressionLevel: 9 } as const;

async function writePng(name: string, svg: string, size: number): Promise<void> {
  await draw(svg, size).png(compressed).toFile(pathOf(name));
}

async function writeOpaquePng(name: string, size: number): Promise<void> {
  await draw(launcherTile, size).flatten({ background: MARK_TILE }).png(compressed).toFile(pathOf(name));
}

// A tab gives 16 px, so the mark fills nearly the whole tile.
await writeFile(pathOf('favicon.svg'), `${markSvg(0.875, 7)}\n`);
await writePng('icon-192.png', roundedTile, 192);
await writePng('icon-512.png', roundedTile, 512);
await writeOpaquePng('icon-maskable-192.png', 192);
await writeOpaquePng('icon-maskable-512.png', 512);
// For launchers that colour all icons alike: only its shape counts.
await writePng('icon-monochrome-512.png', monochromeMarkSvg(0.6), 512);
await writeOpaquePng('apple-touch-icon.png', 180);
for (const name of ['schedule', 'live', 'replays', 'tickets'] as const)
  await writePng(`shortcut-${name}.png`, shortcutSvg(name), 96);
