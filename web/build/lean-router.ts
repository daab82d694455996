import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type Cut, cuts } from './lean-router-cuts.ts';

const shipped = (file: string) =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}.js`, import.meta.url));

/**
 * Drops what React Router keeps in every bundle and this client never runs (docs/product.md, 39.1). The tests run with the
 * same cuts. An update of React Router that has another shape stops the build, so that nobody misses it.
 */
export function leanRouter(): Plugin {
  const made = new Set<Cut>();
  return {
    name: 'ringside-lean-router',
    apply: (_, { command, mode }) => command === 'build' || mode === 'test',
    config: (_, { mode }) =>
      mode === 'test'
        ? {
            resolve: {
              alias: [
                { find: /^react-router$/, replacement: shipped('index') },
                { find: /^react-router\/dom$/, replacement: shipped('dom-export') },
              ],
            },
            test: { server: { deps: { inline: [/\/react-router\//] } } },
          }
        : {},
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\// },
      handler(code, id) {
        let lean = code;
        for (const cut of cuts) {
          if (!id.endsWith(`/lib/${cut.file}`)) continue;
          const next = lean.replace(cut.from, cut.to);
          if (next !== lean) made.add(cut);
          lean = next;
        }
        return lean === code ? null : { code: lean, map: null };
      },
    },
    generateBundle() {
      const missing = cuts.filter((cut) => !made.has(cut));
      if (missing.length > 0)
        this.error(
          `React Router has changed: nothing to cut in\n${missing.map(({ file, from }) => `${file}: ${from}`).join('\n')}`,
        );
    },
  };
}
