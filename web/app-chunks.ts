import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const appModule = '/src/app/mount.tsx';
const watchModule = '/src/competitions/live-page.tsx';

/**
 * Names in `index.html` what the first script imports on demand, so that it need not wait for its turn: the app's
 * chunks and styles as links, those of the watch pages in a meta element that `src/early.ts` reads.
 */
export function appChunks(): Plugin {
  return {
    name: 'ringside-app-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const app = filesOf(appModule, bundle);
        const watch = filesOf(watchModule, bundle).difference(app);
        const links = [...app].filter((file) => !html.includes(file)).map(link);
        return [
          ...links,
          { tag: 'meta', injectTo: 'head', attrs: { name: 'watch-chunks', content: [...watch].join(' ') } },
        ];
      },
    },
  };
}

function link(href: string): HtmlTagDescriptor {
  const rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return { tag: 'link', injectTo: 'head', attrs: { rel, crossorigin: true, href } };
}

/** The addresses of all scripts and styles that a module needs. */
function filesOf(module: string, bundle: Rolldown.OutputBundle) {
  const isWanted = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
    file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module));
  const files = new Set<string>();
  function collect(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) {
    if (file?.type !== 'chunk' || files.has(`/${file.fileName}`)) return;
    files.add(`/${file.fileName}`);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const imported of file.imports) collect(bundle[imported]);
  }
  for (const file of Object.values(bundle).filter(isWanted)) collect(file);
  return files;
}
