import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const appModules = ['/src/app/mount.tsx'];
const videoModules = ['/src/watching/early-watch.ts'];
const engineModules = ['/hls.js/dist/hls.light.mjs'];
const pageModules = ['/src/watching/live-page.tsx'];

/**
 * Names in the page what its first script imports on demand, so that nothing waits for its turn. `index.html` names
 * the app's chunks and styles. `watch.html`, which the server gives out for the watch pages, names the video's before
 * everything else, and the rest at low priority and without compiling it, which would keep the first script waiting.
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
        const engine = filesOf(engineModules, bundle).difference(video);
        const page = filesOf(pageModules, bundle).union(app).difference(video).difference(engine);
        first = [...video].map(compile).join('') + [...engine].map((href) => send(href, 'auto')).join('');
        later = [...page]
          .filter((href) => !app.has(href) || !isStyle(href))
          .map((href) => send(href, 'low'))
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

const line = (attributes: string) => `\n    <link ${attributes}>`;

function compile(href: string) {
  return line(`rel="modulepreload" crossorigin href="${href}"`);
}

function send(href: string, priority: 'auto' | 'low') {
  const kind = isStyle(href) ? 'style' : 'script';
  return line(`rel="preload" as="${kind}" crossorigin fetchpriority="${priority}" href="${href}"`);
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
