import type { Plugin } from 'vite';
import { adminPaths } from '../src/admin-paths.ts';
import { paths } from '../src/paths.ts';

/** Hands the patterns of all pages to the server, as a file of the build (`server/src/http/client-files.ts`). */
export function clientPages(): Plugin {
  return {
    name: 'ringside-client-pages',
    generateBundle() {
      const patterns = Object.values({ ...paths, ...adminPaths }).map(({ pattern }) => pattern);
      const source = JSON.stringify({ patterns });
      this.emitFile({ type: 'asset', fileName: 'client-pages.json', source });
    },
  };
}
