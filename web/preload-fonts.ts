import type { Plugin } from 'vite';

/**
 * Preloads the named font files in `index.html`. They are asked for by the style sheet, so without this the
 * browser learns of them a round trip late and the headings change their shape after the first paint.
 */
export function preloadFonts(names: string[]): Plugin {
  return {
    name: 'ringside-preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((file) => names.some((name) => file.includes(name)));
        return files.map((file) => ({
          tag: 'link',
          injectTo: 'head-prepend' as const,
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
        }));
      },
    },
  };
}
