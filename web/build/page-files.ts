import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './chunk-files.ts';

/** The modules of the pages that the server renders. The page of a block is in the chunk of the live page. */
const pages = {
  home: '/src/home/home-page.tsx',
  competition: '/src/competitions/competition-page.tsx',
  schedule: '/src/finding/schedule-page.tsx',
  replays: '/src/finding/replays-page.tsx',
  search: '/src/finding/search-page.tsx',
  watch: '/src/watching/live-page.tsx',
};

/**
 * Tells the server what a rendered page loads beyond the app, which `index.html` names, as `page-files.json`: the style sheets
 * of its rendering, also those of its lazy parts, and the scripts, which it names and loads later (`src/early.ts`).
 */
export function pageFiles(): Plugin {
  return {
    name: 'ringside-page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const lazyPartsOf = (module: string) => {
          const id = [...this.getModuleIds()].find((each) => each.endsWith(module));
          if (id === undefined) return this.error(`There is no ${module}`);
          return findLazyParts(id, (each) => this.getModuleInfo(each));
        };
        const first = [...filesOf(['/src/main.tsx'], bundle)];
        // Dialogs and toasts are no part of a first screen.
        const ofApp = lazyPartsOf('/src/app/root.tsx');
        const ofPages = Object.entries(pages).map(([name, module]) => {
          const parts = lazyPartsOf(module).difference(ofApp);
          return [name, linksOf(module, [...parts], bundle)];
        });
        const source = JSON.stringify({ first, pages: Object.fromEntries(ofPages) });
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source });
      },
    },
  };
}

function linksOf(module: string, lazyParts: readonly string[], bundle: Rolldown.OutputBundle) {
  const app = filesOf(['/src/app/mount.tsx', '/src/main.tsx'], bundle);
  const own = [...filesOf([module], bundle).difference(app)];
  const withParts = [...filesOf([module, ...lazyParts], bundle).difference(app)];
  return { styles: withParts.filter(isStyle), scripts: own.filter((file) => !isStyle(file)) };
}

const isStyle = (file: string) => file.endsWith('.css');

/** @returns the modules that the page, or a module that it imports, loads when it shows them. */
function findLazyParts(page: string, infoOf: (id: string) => Rolldown.ModuleInfo | null): Set<string> {
  const seen = new Set<string>();
  const lazy = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id) || /\/node_modules\//.test(id)) return;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {};
    for (const part of dynamicallyImportedIds) if (part.endsWith('.tsx')) lazy.add(part);
    importedIds.forEach(visit);
  };
  visit(page);
  return lazy;
}
