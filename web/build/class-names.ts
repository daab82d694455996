import type { Plugin, Rolldown } from 'vite';

/**
 * Reads the classes of a CSS module as its named exports, which the bundler can put in place of their uses. The module
 * itself must stay in its chunk, or its style sheet goes with it: a build in which one is missing stops.
 */
export function classNames(): Plugin[] {
  const sheets = new Set<string>();
  return [
    {
      name: 'ringside-class-names',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/, code: /\.module\.css'/ },
        handler: (code) => ({
          code: code.replaceAll(/import (\w+) from ('[^']+\.module\.css')/g, 'import * as $1 from $2'),
          map: null,
        }),
      },
    },
    {
      name: 'ringside-kept-style-sheets',
      apply: 'build',
      enforce: 'post',
      // A class that its sheet does not have: the element would go without, and nobody would be told.
      onLog(_, log) {
        if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log);
      },
      transform: {
        filter: { id: /\.module\.css$/ },
        handler(code, id) {
          sheets.add(id);
          return { code, map: null, moduleSideEffects: 'no-treeshake' };
        },
      },
      generateBundle(_, bundle) {
        const lost = lostSheets(sheets, bundle);
        if (lost.length > 0) this.error(`No chunk has these style sheets:\n${lost.join('\n')}`);
      },
    },
  ];
}

/** @returns those that no chunk has any more. */
export function lostSheets(sheets: ReadonlySet<string>, bundle: Rolldown.OutputBundle): string[] {
  const kept = Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' ? Object.keys(file.modules) : [],
  );
  return [...sheets.difference(new Set(kept))];
}
