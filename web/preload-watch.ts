import type { Plugin, Rolldown } from 'vite';

const watchPages = ['/competitions/live-page.tsx', '/competitions/block-page.tsx'];
const engine = '/hls.light.mjs';
const fileName = 'preload-watch.js';

/**
 * A cold watch page would learn of its scripts only from the scripts before them: page, player and hls.js, one round
 * trip after the other. This small script asks for all of them at once, and for the competition, while the first ones
 * are still on their way. A file of its own, because the content security policy allows no inline script.
 */
export function preloadWatch(): Plugin {
  return {
    name: 'ringside-preload-watch',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName, source: preloadScript(filesOfWatchPages(bundle)) });
      },
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `/${fileName}`, async: true }, injectTo: 'head' },
    ],
  };
}

/** What the watch pages need beyond what every page loads. */
function filesOfWatchPages(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const known = new Set<string>();
  const collect = (chunk: Rolldown.OutputChunk) => {
    if (known.has(chunk.fileName)) return;
    known.add(chunk.fileName);
    for (const imported of chunk.imports) {
      const next = byName.get(imported);
      if (next) collect(next);
    }
  };
  for (const chunk of chunks) if (chunk.isEntry) collect(chunk);
  const loadedAnyway = new Set(known);
  for (const chunk of chunks) {
    const modules = chunk.moduleIds;
    const isWanted = watchPages.some((page) => chunk.facadeModuleId?.endsWith(page));
    if (isWanted || modules.some((id) => id.endsWith(engine))) collect(chunk);
  }
  return [...known].filter((name) => !loadedAnyway.has(name)).map((name) => `/${name}`);
}

function preloadScript(files: string[]) {
  return `(() => {
  const watched = /^\\/competitions\\/([^/]+)\\/[^/]+\\/?$/.exec(location.pathname);
  if (!watched || !document.cookie.includes('identityToken=')) return;
  const ask = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  for (const href of ${JSON.stringify(files)}) ask({ rel: 'modulepreload', href });
  ask({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/api/v1/kickboxing/competitions/' + watched[1] });
})();
`;
}
