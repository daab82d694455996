/** Writes the icons and the splash of both platforms from the mark: `pnpm mobile:pictures`. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { MARK_SIZE, MARK_TILE, markSvg } from '../../scripts/demo-film/mark.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const iosAssets = 'ios/App/App/Assets.xcassets';
const androidFolder = (density: string) => `android/app/src/main/res/mipmap-${density}`;

/** Of the launcher icon, in px. An adaptive icon is 108 units for 48 of the plain one. */
const densities = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 };
const adaptive = 108 / 48;

function draw(svg: string, size: number) {
  return sharp(Buffer.from(svg), { density: (72 * size) / MARK_SIZE }).resize(size, size);
}

const withoutTile = (svg: string) => svg.replace(/<rect[^>]*>/, '');
const png = { palette: true, compressionLevel: 9 } as const;

// The App Store refuses an icon with an alpha channel.
await draw(markSvg(0.66, 0), 1024)
  .flatten({ background: MARK_TILE })
  .removeAlpha()
  .png({ compressionLevel: 9 })
  .toFile(pathOf(`${iosAssets}/AppIcon.appiconset/AppIcon-512@2x.png`));

// Cropped to the screen, so only its middle is seen.
for (const name of ['splash-2732x2732', 'splash-2732x2732-1', 'splash-2732x2732-2']) {
  await draw(markSvg(0.14, 0), 2732)
    .flatten({ background: MARK_TILE })
    .png(png)
    .toFile(pathOf(`${iosAssets}/Splash.imageset/${name}.png`));
}

for (const [density, size] of Object.entries(densities)) {
  const folder = androidFolder(density);
  await draw(markSvg(0.66, 5), size)
    .png(png)
    .toFile(pathOf(`${folder}/ic_launcher.png`));
  await draw(markSvg(0.6, MARK_SIZE / 2), size)
    .png(png)
    .toFile(pathOf(`${folder}/ic_launcher_round.png`));
  // A launcher crops it to the inner two thirds, in a shape of its own.
  await draw(withoutTile(markSvg(0.4, 0)), Math.round(size * adaptive))
    .png(png)
    .toFile(pathOf(`${folder}/ic_launcher_foreground.png`));
}
