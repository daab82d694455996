import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const appModule = '/src/app/mount.tsx';
const videoModules = ['/src/competitions/early-watch.ts', '/hls.js/dist/hls.light.mjs'];
const pageModule = '/src/competitions/live-page.tsx';

/**
 * Names in the page what its first script imports on demand, so that nothing waits for its turn. `index.html` names
 * the app's chunks and styles; `watch.html`, which the server gives out for the watch pages, the video's before them.
 */
export function appChunks(): Plugin {
  let watchLinks = '';
  return {
    name: 'ringside-app-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const app = filesOf([appModule], bundle);
        const isNew = (file: string) => !html.includes(file);
        const video = filesOf(videoModules, bundle).difference(app);
        const page = filesOf([pageModule], bundle).difference(app).difference(video);
        watchLinks = [...video, ...page].filter(isNew).map(preload).join('');
        return [...app].filter(isNew).map((href) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: isStyle(href) ? 'stylesheet' : 'modulepreload', crossorigin: true, href },
        }));
      },
    },
    async writeBundle({ dir = '' }) {
      const html = await readFile(join(dir, 'index.html'), 'utf8');
      await writeFile(join(dir, 'watch.html'), html.replace('<head>', `<head>${watchLinks}`));
    },
  };
}

const isStyle = (href: string) => href.endsWith('.css');

function preload(href: string) {
  const kind = isStyle(href) ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `\n    <link ${kind} crossorigin href="${href}">`;
}

/** The addresses of all scripts and styles that some modules need. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle) {
  const files = new Set<string>();
  function collect(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) {
    if (file?.type !== 'chunk' || files.has(`/${file.fileName}`)) return;
    files.add(`/${file.fileName}`);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const imported of file.imports) collect(bundle[imported]);
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => modules.some((name) => id.endsWith(name))))
      collect(file);
  }
  return files;
}
