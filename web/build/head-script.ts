import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { reportedReads } from './reported-reads.ts';

/** The name of the script in a build, which keeps it for ever: another content has another name. */
export const headScriptFile = /^assets\/head-[\da-f]{8}\.js$/;
const devAddress = '/head-script.js';

/**
 * Bundles `src/head-script.ts` as a classic script and puts it at the start of the head. A module script would wait for
 * the end of the document, and for the chunks that it shares with the app.
 */
export function headScript(): Plugin {
  let config: ResolvedConfig;
  let address = devAddress;
  return {
    name: 'ringside-head-script',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use(devAddress, (_request, response, next) => {
        bundle(config).then((code) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(code);
        }, next);
      });
    },
    async buildStart() {
      if (config.command === 'serve') return;
      const code = await bundle(config);
      const fileName = `assets/head-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
      address = `/${fileName}`;
    },
    transformIndexHtml: {
      // Later, the bundler does not look for its source.
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }],
    },
  };
}

async function bundle({ root, mode, build: { target } }: ResolvedConfig): Promise<string> {
  const result = (await build({
    root,
    mode,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [reportedReads()],
    build: {
      target,
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/head-script.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
