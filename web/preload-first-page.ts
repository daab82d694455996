import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * Names in `index.html` what the browser would otherwise learn of a round trip late: the chunk of the page that most
 * visits begin with, and its style sheets. Fonts are left out on purpose: asked for here they would share the line with
 * the scripts and hold back the first paint; as it is, a fallback of the same width stands in (`theme.css`).
 */
export function preloadFirstPage(page: string): Plugin {
  return {
    name: 'ringside-preload-first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const first = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(page),
        );
        if (!first) return [];
        const chunks = withImports(first.fileName, bundle);
        const sheets = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        return [
          ...chunks.map((chunk) => link(chunk.fileName, { rel: 'modulepreload' })),
          ...[...sheets].map((file) => link(file, { rel: 'preload', as: 'style' })),
        ].filter(({ attrs }) => !html.includes(String(attrs?.href)));
      },
    },
  };
}

function link(file: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', injectTo: 'head', attrs: { ...attrs, href: `/${file}`, crossorigin: true } };
}

type Chunks = Rolldown.OutputChunk[];

function withImports(fileName: string, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Chunks {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return [];
  seen.add(fileName);
  return [chunk, ...chunk.imports.flatMap((imported) => withImports(imported, bundle, seen))];
}
