import type { Plugin } from 'vite';
import { watchPagePattern } from './src/app/paths.ts';

const pattern = watchPagePattern.source;

/**
 * Hands the pattern of the watch pages' paths to code that cannot import it: to `public/color-scheme.js` as an
 * attribute of its tag, and to the server as a file of the build (`server/src/http/client-files.ts`).
 */
export function watchPages(): Plugin {
  return {
    name: 'ringside-watch-pages',
    transformIndexHtml: (html) => html.replace('%WATCH_PAGES%', () => pattern),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'watch-pages.json', source: JSON.stringify({ pattern }) });
    },
  };
}
