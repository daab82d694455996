import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const appModules = ['/src/app/mount.tsx'];
const videoModules = ['/src/watching/early-watch.ts'];
const engineModules = ['/hls.js/dist/hls.light.mjs'];
const pageModules = ['/src/watching/live-page.tsx'];

/**
 * Adds preload links for the chunks that the first script imports on demand, so that they load in parallel.
 * `index.html` lists the chunks and styles of the app. `watch.html`, which the server sends for watch pages, lists the
 * chunks of the video first. The rest follows at low priority and uncompiled, because compiling it would delay the
 * first script.
 */
export function appChunks(): Plugin {
  let videoLinks = '';
  let restLinks = '';
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
        videoLinks =
          [...video].map(modulePreload).join('') + [...engine].map((href) => preload(href, 'auto')).join('');
        restLinks = [...page]
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
      const watch = bare
        .replace('<head>', `<head>${videoLinks}`)
        .replace(/\s*<\/head>/, `${restLinks}\n  </head>`);
      await writeFile(join(dir, 'watch.html'), watch);
    },
  };
}

const isStyle = (href: string) => href.endsWith('.css');

const link = (attributes: string) => `\n    <link ${attributes}>`;

function modulePreload(href: string) {
  return link(`rel="modulepreload" crossorigin href="${href}"`);
}

function preload(href: string, priority: 'auto' | 'low') {
  const kind = isStyle(href) ? 'style' : 'script';
  return link(`rel="preload" as="${kind}" crossorigin fetchpriority="${priority}" href="${href}"`);
}

/** The paths of all scripts and styles that the modules need. */
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
