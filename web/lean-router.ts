import type { Plugin } from 'vite';

interface Cut {
  file: string;
  from: string | RegExp;
  to: string;
}

const instrumentation = `export const instrumentationResultMetaContext = undefined;
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = (router) => router;
export const instrumentHandler = (handler) => handler;`;

/**
 * What React Router keeps in every bundle and this client never runs: the prefetch of its framework mode, which each link
 * carries, and instrumentation. Names for debugging and calls that look like effects stop the bundler from dropping
 * forms and other routers. Together 5 KB gzip of each first load (docs/product.md, 39.1).
 */
const cuts: Cut[] = [
  { file: 'dom/lib.js', from: /(?<== )React\$1\.forwardRef\(/g, to: '/* @__PURE__ */ React$$1.forwardRef(' },
  { file: 'dom/lib.js', from: /^\w+\.displayName = "[^"]*";$/gm, to: '' },
  { file: 'dom/lib.js', from: /React\$1\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, to: 'null' },
  { file: 'router/instrumentation.js', from: /^[\s\S]*$/, to: instrumentation },
];

/** Makes these cuts. An update of React Router that has another shape stops the build, so that nobody misses it. */
export function leanRouter(): Plugin {
  const made = new Set<Cut>();
  return {
    name: 'ringside-lean-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\// },
      handler(code, id) {
        let lean = code;
        for (const cut of cuts) {
          if (!id.endsWith(`/lib/${cut.file}`)) continue;
          const next = lean.replace(cut.from, cut.to);
          if (next !== lean) made.add(cut);
          lean = next;
        }
        return lean === code ? null : { code: lean, map: null };
      },
    },
    buildEnd(error) {
      const missing = cuts.filter((cut) => !made.has(cut));
      if (!error && missing.length > 0)
        this.error(
          `React Router has changed: nothing to cut in ${missing.map(({ file }) => file).join(', ')}`,
        );
    },
  };
}
