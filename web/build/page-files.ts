import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './chunk-files.ts';

/** The modules of the pages that the server renders. The page of a block is in the chunk of the live page. */
const pages = {
  home: '/src/viewer/home/home-page.tsx',
  competition: '/src/viewer/competitions/page/competition-page.tsx',
  schedule: '/src/viewer/finding/schedule-page.tsx',
  replays: '/src/viewer/finding/replays-page.tsx',
  search: '/src/viewer/finding/search-page.tsx',
  fighter: '/src/viewer/fighters/fighter-page.tsx',
  watch: '/src/viewer/watching/page/live-page.tsx',
};

/**
 * Tells the server what a rendered page loads beyond the app, which `index.html` names, as `page-files.json`: the style sheets
 * of its rendering, and the scripts, which it names and loads later (`src/early.ts`). Lazy parts are not rendered: they keep their place.
 */
export function pageFiles(): Plugin {
  return {
    name: 'ringside-page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const first = [...filesOf(['/src/main.tsx'], bundle)];
        const ofPages = Object.entries(pages).map(([name, module]) => [name, linksOf(module, bundle)]);
        const source = JSON.stringify({ first, pages: Object.fromEntries(ofPages) });
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source });
      },
    },
  };
}

function linksOf(module: string, bundle: Rolldown.OutputBundle) {
  const app = filesOf(['/src/app/mount.tsx', '/src/main.tsx'], bundle);
  const files = [...filesOf([module], bundle).difference(app)];
  return { styles: files.filter(isStyle), scripts: files.filter((file) => !isStyle(file)) };
}

const isStyle = (file: string) => file.endsWith('.css');
