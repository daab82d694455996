import { randomBytes } from 'node:crypto';
import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { heavyFonts, overweight, reactBeforeVideo } from './first-load.ts';

const page = '/src/viewer/home/home-page.tsx';

/** A build with as many bytes that cannot be compressed in the chunk that both the app and the page import. */
function bundleWith(bytes: number, others: string[] = []) {
  const chunk = (fileName: string, moduleIds: string[], imports: string[] = [], code = '') => [
    fileName,
    { type: 'chunk', fileName, moduleIds, imports, code },
  ];
  return Object.fromEntries([
    chunk('main.js', ['/web/src/main.tsx']),
    chunk('app.js', ['/web/src/app/mount.tsx'], ['shared.js']),
    chunk('home.js', [`/web${page}`], ['shared.js']),
    chunk('shared.js', ['/web/src/shared.ts'], others, randomBytes(bytes / 2).toString('hex')),
    chunk('video.js', ['/web/src/video.ts'], [], randomBytes(5_000).toString('hex')),
  ]) as unknown as Rolldown.OutputBundle;
}

describe('the first load of a page (39.1)', () => {
  it('may be as heavy as its limit', () => {
    expect(overweight(bundleWith(10_000), { page, bytes: 8_000 })).toEqual([]);
  });

  it('counts a chunk once that several others import, and stops the build above its limit', () => {
    const [fault = '', heaviest] = overweight(bundleWith(20_000), { page, bytes: 8_000 });
    const [, total] = /has (\d+) bytes/.exec(fault) ?? [];
    expect(Number(total)).toBeGreaterThan(10_000);
    expect(Number(total)).toBeLessThan(14_000);
    expect(heaviest).toContain('/shared.js');
  });

  it('counts what a shared chunk imports, such as the video', () => {
    expect(overweight(bundleWith(10_000, ['video.js']), { page, bytes: 8_000 })[0]).toContain(
      'may have 8000',
    );
  });

  it('counts the script of the head', () => {
    const fileName = 'assets/head-0123abcd.js';
    const source = randomBytes(3_000).toString('hex');
    const bundle = { ...bundleWith(4_000), [fileName]: { type: 'asset', fileName, source } };
    expect(overweight(bundleWith(4_000), { page, bytes: 5_000 })).toEqual([]);
    expect(overweight(bundle as never, { page, bytes: 5_000 }).join()).toContain(`/${fileName}`);
  });

  it('cannot be judged when the page is not there', () => {
    expect(overweight(bundleWith(10), { page: '/src/gone.tsx', bytes: 8_000 })).toEqual([
      'No chunk has /src/gone.tsx: the weight of /src/gone.tsx is not known',
    ]);
  });
});

describe('the Latin fonts (39.2)', () => {
  const fonts = (...sizes: number[]) =>
    Object.fromEntries(
      sizes.map((size, index) => {
        const fileName = `assets/${index === 0 ? 'inter' : 'archivo'}-latin-Abc_12-${index}.woff2`;
        return [fileName, { type: 'asset', fileName, source: new Uint8Array(size) }];
      }),
    ) as unknown as Rolldown.OutputBundle;

  it('may have 80,000 bytes together', () => {
    expect(heavyFonts(fonts(40_000, 40_000))).toEqual([]);
    expect(heavyFonts(fonts(40_000, 40_001))).toEqual(['2 Latin fonts have 80001 bytes, and may have 80000']);
  });

  it('must both be there', () => {
    expect(heavyFonts(fonts(40_000))).toEqual(['1 Latin fonts have 40000 bytes, and may have 80000']);
  });
});

describe('the scripts of the video (39.4)', () => {
  const bundle = (videoImports: string[], ids = ['/web/src/viewer/watching/watch/early-watch.ts']) =>
    Object.fromEntries(
      [
        { fileName: 'index.js', moduleIds: ['/web/src/main.tsx'], imports: ['core.js'] },
        { fileName: 'core.js', moduleIds: ['/web/src/store.ts'], imports: [] },
        { fileName: 'video.js', moduleIds: ids, imports: videoImports },
        { fileName: 'react.js', moduleIds: ['/node_modules/react/index.js'], imports: [] },
      ].map((chunk) => [chunk.fileName, { type: 'chunk', ...chunk }]),
    ) as unknown as Rolldown.OutputBundle;

  it('bring no React along', () => {
    expect(reactBeforeVideo(bundle(['core.js']))).toEqual([]);
    expect(reactBeforeVideo(bundle(['core.js', 'react.js']))).toEqual([expect.stringContaining('/react.js')]);
  });

  it('are known to the build', () => {
    expect(reactBeforeVideo(bundle([], ['/web/src/other.ts']))[0]).toContain('early-watch.ts');
  });
});
