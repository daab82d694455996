/** The only module that loads hls.js, always as a separate chunk. */
import type Hls from 'hls.js';
import { isOwnOrigin } from './signed-path.ts';

export type HlsConstructor = typeof Hls;

/**
 * The light build (70 KB less) plays all streams of our own origin. Providers send the audio as a separate rendition,
 * which only the full build plays.
 */
export async function loadHls(url: string): Promise<HlsConstructor> {
  const build = isOwnOrigin(url) ? import('hls.js/light') : import('hls.js');
  return (await build).default;
}

/** Preloads the build for our own origin. An error is ignored here: `loadHls` gets it again. */
export function preloadHls() {
  import('hls.js/light').catch(() => {});
}
