import type { HlsConfig, LevelDetails } from 'hls.js';
import { afterEach, expect, it, vi } from 'vitest';
import type { HlsConstructor } from './load-hls.ts';
import { SegmentsAhead } from './segments-ahead.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for the next three segments at the same time, each once and with the newest token', () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('segment');
  });
  class Loader {}
  const build = { DefaultConfig: { loader: Loader } } as unknown as HlsConstructor;
  const ahead = new SegmentsAhead(build, document.createElement('video'), (url) => `${url}?new`);
  const fragments = [0, 1, 2, 3, 4].map((sn) => ({ url: `/${sn}.m4s`, start: sn * 2, gap: sn === 1 }));
  const hls = { config: {} as HlsConfig };
  const details = { fragments } as unknown as LevelDetails;
  ahead.onPlaylist(hls, details);
  ahead.onPlaylist(hls, details);
  expect(asked).toEqual(['/0.m4s?new', '/2.m4s?new', '/3.m4s?new']);
  expect(hls.config.fLoader).toBeDefined();
});
