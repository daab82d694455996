import type { Plugin, Rolldown } from 'vite';

const watchModules = [
  '/competitions/live-page.tsx',
  '/competitions/block-page.tsx',
  '/competitions/early-watch.ts',
  '/hls.light.mjs',
];

/**
 * A cold watch page would learn of its scripts only from the scripts before them: page, player and hls.js, one round
 * trip after the other. This small script asks for all of them at once, and for the competition, while the first ones
 * are still on their way. A file of its own, because the content security policy allows no inline script.
 */
export function preloadWatch(): Plugin {
  let fileName = '';
  return {
    name: 'ringside-preload-watch',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_options, bundle) {
      const source = preloadScript(filesOfWatchPages(bundle));
      const reference = this.emitFile({ type: 'asset', name: 'preload-watch.js', source });
      fileName = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head' }],
    },
  };
}

/** What the watch pages need beyond what every page loads: scripts and style sheets. */
function filesOfWatchPages(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const first = withImports(
    chunks.filter((chunk) => chunk.isEntry),
    bundle,
  );
  const isWanted = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.some((id) => watchModules.some((name) => id.endsWith(name)));
  const wanted = withImports(chunks.filter(isWanted), bundle).difference(first);
  const scripts = [...wanted].map((chunk) => chunk.fileName);
  const styles = [...wanted].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return { scripts, styles: [...new Set(styles)] };
}

function withImports(
  chunks: Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
  seen = new Set<Rolldown.OutputChunk>(),
) {
  for (const chunk of chunks) {
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    const imports = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === 'chunk');
    withImports(imports, bundle, seen);
  }
  return seen;
}

function preloadScript({ scripts, styles }: ReturnType<typeof filesOfWatchPages>) {
  return `(() => {
  const watched = /^\\/competitions\\/([^/]+)\\/[^/]+\\/?$/.exec(location.pathname);
  if (!watched || !document.cookie.includes('identityToken=')) return;
  const ask = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  for (const file of ${JSON.stringify(scripts)}) ask({ rel: 'modulepreload', href: '/' + file });
  for (const file of ${JSON.stringify(styles)}) ask({ rel: 'preload', as: 'style', crossOrigin: '', href: '/' + file });
  ask({ rel: 'preload', as: 'fetch', crossOrigin: '', href: '/api/v1/kickboxing/competitions/' + watched[1] });
})();
`;
}
