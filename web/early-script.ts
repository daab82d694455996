import type { Plugin } from 'vite';

/**
 * Puts `src/early.ts` into the page as a script of its own. As one of the page's module scripts it would be bundled
 * with the others, and wait for all of them. Only in the build: the development server has no chunks to wait for.
 */
export function earlyScript(): Plugin {
  let reference = '';
  let fileName = '';
  return {
    name: 'ringside-early-script',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      reference = this.emitFile({ type: 'chunk', id: '/src/early.ts', name: 'early' });
    },
    generateBundle() {
      fileName = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: {
            type: 'module',
            async: true,
            crossorigin: true,
            fetchpriority: 'high',
            src: `/${fileName}`,
          },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
