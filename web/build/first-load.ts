import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './chunk-files.ts';
import { headScriptFile } from './head-script.ts';

/** What every page loads before its own code. */
const shellModules = ['/src/main.tsx', '/src/app/mount.tsx'];

interface Limit {
  /** The module of the page. */
  page: string;
  /** Of all scripts of its first load, gzip. */
  bytes: number;
}

/** docs/product.md, 39.1 */
const [most, mostWithVideo] = [180_000, 215_000];
const limits: readonly Limit[] = [
  { page: '/src/viewer/home/home-page.tsx', bytes: most },
  { page: '/src/viewer/competitions/page/competition-page.tsx', bytes: most },
  { page: '/src/viewer/finding/schedule-page.tsx', bytes: most },
  { page: '/src/viewer/finding/replays-page.tsx', bytes: most },
  { page: '/src/viewer/finding/search-page.tsx', bytes: most },
  { page: '/src/viewer/fighters/fighter-page.tsx', bytes: most },
  { page: '/src/viewer/watching/page/live-page.tsx', bytes: mostWithVideo },
  { page: '/src/viewer/watching/page/block-page.tsx', bytes: mostWithVideo },
];

/** The Latin files of both families, which every page loads (39.2). */
const fontLimit = { files: /\/(?:archivo|inter)-latin-[\w-]{8}\.woff2$/, count: 2, bytes: 80_000 };

/** Stops a build in which a page of viewers has grown over its limit, and names what is in it. */
export function firstLoad(): Plugin {
  return {
    name: 'ringside-first-load',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const sizes = limits.map(({ page }) => `${page} ${totalOf(scriptsOf(bundle, page))}`);
        this.info(`bytes of scripts (gzip) of the first load: ${sizes.join(', ')}`);
        const faults = [
          ...limits.flatMap((limit) => overweight(bundle, limit)),
          ...heavyFonts(bundle),
          ...reactBeforeVideo(bundle),
        ];
        if (faults.length > 0) this.error(faults.join('\n'));
      },
    },
  };
}

/** The scripts of the first load of a page, the heaviest first. */
function scriptsOf(bundle: Rolldown.OutputBundle, page: string) {
  const inHead = Object.keys(bundle).filter((name) => headScriptFile.test(name));
  return [...filesOf([...shellModules, page], bundle), ...inHead.map((name) => `/${name}`)]
    .map((file) => ({ file, bytes: sizeOf(bundle[file.slice(1)]) }))
    .filter((each) => each.bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
}

const totalOf = (scripts: { bytes: number }[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** @returns what is wrong with the first load of the page: nothing, or one text. */
export function overweight(bundle: Rolldown.OutputBundle, { page, bytes }: Limit): string[] {
  const missing = [...shellModules, page].filter((name) => !hasModule(bundle, name));
  if (missing.length > 0) return [`No chunk has ${missing.join(', ')}: the weight of ${page} is not known`];
  const scripts = scriptsOf(bundle, page);
  if (totalOf(scripts) <= bytes) return [];
  return [
    `The first load of ${page} has ${totalOf(scripts)} bytes of scripts (gzip), and may have ${bytes}.`,
    ...scripts.map((each) => `  ${String(each.bytes).padStart(6)} ${each.file}`),
    'Load on demand what the first screen does not need.',
  ];
}

/** @returns what is wrong with the Latin fonts: nothing, or one text. */
export function heavyFonts(bundle: Rolldown.OutputBundle): string[] {
  const fonts = Object.values(bundle).filter(({ fileName }) => fontLimit.files.test(`/${fileName}`));
  const total = fonts.reduce((sum, font) => sum + (font.type === 'asset' ? font.source.length : 0), 0);
  if (fonts.length === fontLimit.count && total <= fontLimit.bytes) return [];
  return [`${fonts.length} Latin fonts have ${total} bytes, and may have ${fontLimit.bytes}`];
}

/** What runs before the first frame of a watch page (39.4). */
const firstModules = ['/src/main.tsx', '/src/viewer/watching/watch/early-watch.ts'];

/** @returns what is wrong with the scripts of the video: nothing, or one text for each that brings React along. */
export function reactBeforeVideo(bundle: Rolldown.OutputBundle): string[] {
  const missing = firstModules.filter((name) => !hasModule(bundle, name));
  if (missing.length > 0) return [`No chunk has ${missing.join(', ')}: what the video needs is not known`];
  return [...filesOf(firstModules, bundle)]
    .filter((file) => {
      const chunk = bundle[file.slice(1)];
      return chunk?.type === 'chunk' && chunk.moduleIds.some((id) => /\/node_modules\/react\//.test(id));
    })
    .map((file) => `The video would wait for React, which is in ${file}: see the chunks core and video`);
}

function hasModule(bundle: Rolldown.OutputBundle, name: string) {
  return Object.values(bundle).some(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(name)),
  );
}

function sizeOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) {
  const isScript = file?.type === 'chunk' || headScriptFile.test(file?.fileName ?? '');
  if (!file || !isScript) return 0;
  return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length;
}
