import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

interface FirstPage {
  /** Font files of the first screen. */
  fonts: string[];
  /** The module of the page that most visits begin with. */
  page: string;
}

/**
 * Names in `index.html` what the browser would otherwise learn of a round trip late: the home page's own chunk,
 * and the two fonts, at low priority, so that they come after the scripts but before the text is drawn.
 */
export function preloadFirstPage({ fonts, page }: FirstPage): Plugin {
  return {
    name: 'ringside-preload-first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const pageChunk = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(page));
        const scripts = pageChunk ? withImports(pageChunk.fileName, bundle) : [];
        const fontFiles = files
          .map((file) => file.fileName)
          .filter((file) => fonts.some((font) => file.includes(font)));
        return [
          ...scripts.filter((file) => !html.includes(file)).map((file) => link('modulepreload', file, {})),
          ...fontFiles.map((file) =>
            link('preload', file, { as: 'font', type: 'font/woff2', fetchpriority: 'low' }),
          ),
        ];
      },
    },
  };
}

function link(rel: string, file: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', injectTo: 'head', attrs: { rel, href: `/${file}`, crossorigin: true, ...attrs } };
}

function withImports(fileName: string, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return [];
  seen.add(fileName);
  return [fileName, ...chunk.imports.flatMap((imported) => withImports(imported, bundle, seen))];
}
