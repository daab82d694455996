import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { filesOf } from './chunk-files.ts';

const appModules = ['/src/app/mount.tsx'];
const videoModules = ['/src/viewer/watching/watch/early-watch.ts'];
const engineModules = ['/hls.js/dist/hls.light.mjs'];
const pageModules = ['/src/viewer/watching/page/live-page.tsx'];

/**
 * Adds preload links for the chunks that the first module imports on demand, so that they load in parallel.
 * `index.html` lists the chunks and styles of the app. `watch.html`, which the server sends for watch pages, lists the first
 * module and the chunks of the video, and names the rest without loading it: browsers open six connections at a time, and
 * `src/early.ts` loads the rest when the first picture is on its way.
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
        const video = filesOf(videoModules, bundle).union(filesOf(engineModules, bundle));
        const page = filesOf(pageModules, bundle).union(app).difference(video);
        // The engine is the heaviest, so it comes last. As a module it is compiled while it loads.
        videoLinks = [...video].map(modulePreload).join('');
        restLinks = [...page]
          .filter((href) => !app.has(href) || !isStyle(href))
          .map(later)
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
      const [, entry = ''] = /<script[^>]*type="module"[^>]* src="([^"]+)"/.exec(bare) ?? [];
      if (!headScriptTag.test(bare)) this.error('index.html does not begin with the script of the head');
      const watch = bare
        // The script of the head sends the first call, so it gets the first connection.
        .replace(headScriptTag, (tag) => `${tag}${modulePreload(entry)}${videoLinks}`)
        .replace(/\s*<\/head>/, `${restLinks}\n  </head>`);
      await writeFile(join(dir, 'watch.html'), watch);
    },
  };
}

const headScriptTag = /<script src="[^"]+"><\/script>/;

const isStyle = (href: string) => href.endsWith('.css');

const link = (attributes: string) => `\n    <link ${attributes}>`;

function modulePreload(href: string) {
  return link(`rel="modulepreload" crossorigin href="${href}"`);
}

function later(href: string) {
  const kind = isStyle(href) ? 'style' : 'script';
  return link(`data-later fetchpriority="low" as="${kind}" crossorigin href="${href}"`);
}
