import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from './src/paths.ts';

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}

const read = (address: string) => readFileSync(join(import.meta.dirname, 'public', address));
const manifest = JSON.parse(read('manifest.webmanifest').toString());
const shortcuts: Array<{ name: string; url: string; icons: Picture[] }> = manifest.shortcuts;
const pictures: Picture[] = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...shortcuts.flatMap(({ icons }) => icons),
];

/** Width and height, from the file itself. */
function sizesOf({ src, type }: Picture): string {
  const file = read(src);
  if (type === 'image/svg+xml') return file.includes('viewBox="0 0 32 32"') ? 'any' : '';
  if (type === 'image/png') return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
  for (let at = 2; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return `${file.readUInt16BE(at + 7)}x${file.readUInt16BE(at + 5)}`;
  }
  return '';
}

it('names pictures that are there, in their own sizes (41.1)', () => {
  expect(pictures.map((picture) => [picture.src, sizesOf(picture)])).toEqual(
    pictures.map(({ src, sizes }) => [src, sizes]),
  );
});

it('has an icon of 192 px and one of 512 px for each kind of launcher', () => {
  const icons: Picture[] = manifest.icons;
  const sizesFor = (purpose: string) =>
    icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(sizesFor('any')).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(sizesFor('maskable')).toEqual(['192x192', '512x512']);
  const forms = manifest.screenshots.map((shot: Picture) => shot.form_factor);
  expect(forms).toEqual(expect.arrayContaining(['wide', 'narrow']));
});

it('leads to pages of the client, inside its scope', () => {
  const routes = Object.values(paths).map(({ pattern }) => ({ path: pattern }));
  const addresses = [manifest.id, manifest.start_url, ...shortcuts.map(({ url }) => url)];
  for (const address of addresses) {
    const { origin, pathname } = new URL(address, 'https://ringside.test');
    expect([address, origin, matchRoutes(routes, pathname)?.length]).toEqual([
      address,
      'https://ringside.test',
      1,
    ]);
  }
  expect(manifest.scope).toBe('/');
});
