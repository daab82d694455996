import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Connect, type Plugin, type Rolldown } from 'vite';
import { type Contract, listOperations } from '../../openapi/scripts/mock/operations.ts';
import { prepareContract } from '../../openapi/scripts/mock/prepare-contract.ts';
import { browsers } from './browsers.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const bundle = fileURLToPath(new URL('../../openapi/generated/openapi.json', import.meta.url));
const address = '/mock/switch.js';

/**
 * Adds the switch of the mock to every page, in `vite --mode mock` and `vite preview --mode mock`. A build never has it:
 * the plugin does not run there. The script comes first and is not a module, so that it sees the first call of the page.
 */
export function mockSwitch(): Plugin {
  const tag = `<script src="${address}"></script>`;
  let script: Promise<string> | undefined;

  const sendScript: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url !== address) return next();
    script ??= buildScript();
    script.then((code) => {
      response.setHeader('Content-Type', 'text/javascript');
      response.setHeader('Cache-Control', 'no-store');
      response.end(code);
    }, next);
  };

  return {
    name: 'ringside-mock-switch',
    apply: (_config, { command, mode }) => command === 'serve' && mode === 'mock',
    transformIndexHtml: {
      // Each tag is put in front of those before it: this one must be in front of the script of the head.
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }],
    },
    configureServer: ({ middlewares }) => void middlewares.use(sendScript),
    configurePreviewServer({ middlewares, config }) {
      middlewares.use(sendScript);
      middlewares.use((request, response, next) => {
        if (!isPage(request)) return next();
        readFile(join(config.root, config.build.outDir, 'index.html'), 'utf8').then((html) => {
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.setHeader('Cache-Control', 'no-store');
          response.end(html.replace('<head>', `<head>${tag}`));
        }, next);
      });
    },
  };
}

/** Files have an ending; the calls of the API ask for no HTML. */
function isPage({ method, url = '', headers }: Connect.IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1);
  return method === 'GET' && !path.includes('.') && (headers.accept ?? '').includes('text/html');
}

async function buildScript(): Promise<string> {
  const contract: Contract = prepareContract(JSON.parse(await readFile(bundle, 'utf8')));
  const output = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { mockOperations: JSON.stringify(listOperations(contract)) },
    build: {
      write: false,
      minify: false,
      target: browsers,
      rolldownOptions: { input: join(folder, 'mock/main.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}
