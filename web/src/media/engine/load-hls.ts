/** The only place that loads hls.js, always as a chunk of its own. */
import type Hls from 'hls.js';
import { isOwnOrigin } from './signed-path.ts';

export type HlsConstructor = typeof Hls;

/**
 * The light build (70 KB less) plays everything that our origin makes. Providers deliver their sound as
 * a rendition of its own, which only the full build plays.
 */
export async function loadHls(url: string): Promise<HlsConstructor> {
  const build = isOwnOrigin(url) ? import('hls.js/light') : import('hls.js');
  return (await build).default;
}

/** Fetches the build for our own origin ahead of its use. A failure shows itself at the use. */
export function preloadHls() {
  import('hls.js/light').catch(() => {});
}
