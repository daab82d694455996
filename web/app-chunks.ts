import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const appModules = ['/src/app/mount.tsx'];
const videoModules = ['/src/competitions/early-watch.ts', '/hls.js/dist/hls.light.mjs'];
const pageModules = ['/src/competitions/live-page.tsx'];

/**
 * Names in the page what its first script imports on demand, so that nothing waits for its turn. `index.html` names
 * the app's chunks and styles. `watch.html`, which the server gives out for the watch pages, names the video's before
 * everything else, and the rest at low priority.
 */
export function appChunks(): Plugin {
  let first = '';
  let later = '';
  return {
    name: 'ringside-app-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const app = filesOf(appModules, bundle);
        const video = filesOf(videoModules, bundle);
        const page = filesOf(pageModules, bundle).union(app).difference(video);
        first = [...video].map((href) => preload(href)).join('');
        later = [...page]
          .filter((href) => !app.has(href) || !isStyle(href))
          .map((href) => preload(href, 'low'))
          .join('');
        return [...app]
          .filter((file) => !html.includes(file))
          .map((href) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: isStyle(href) ? 'stylesheet' : 'modulepreload', crossorigin: true, href },
          }));
      },
    },
    async writeBundle({ dir = '' }) {
      const html = await readFile(join(dir, 'index.html'), 'utf8');
      const bare = html.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '');
      const watch = bare.replace('<head>', `<head>${first}`).replace(/\s*<\/head>/, `${later}\n  </head>`);
      await writeFile(join(dir, 'watch.html'), watch);
    },
  };
}

const isStyle = (href: string) => href.endsWith('.css');

function preload(href: string, priority: 'auto' | 'low' = 'auto') {
  const kind = isStyle(href) ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `\n    <link ${kind} crossorigin fetchpriority="${priority}" href="${href}">`;
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
