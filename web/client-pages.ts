import type { Plugin } from 'vite';
import { adminPaths } from './src/app/admin-paths.ts';
import { paths, watchPagePattern } from './src/app/paths.ts';

/**
 * Hands facts about the paths to code that cannot import them: the pattern of the watch pages to
 * `public/color-scheme.js`, as an attribute of its tag; the patterns of all pages to the server, as a file of the build
 * (`server/src/http/client-files.ts`).
 */
export function clientPages(): Plugin {
  return {
    name: 'ringside-client-pages',
    transformIndexHtml: (html) => html.replace('%WATCH_PAGES%', () => watchPagePattern.source),
    generateBundle() {
      const patterns = Object.values({ ...paths, ...adminPaths }).map(({ pattern }) => pattern);
      const source = JSON.stringify({ patterns });
      this.emitFile({ type: 'asset', fileName: 'client-pages.json', source });
    },
  };
}
