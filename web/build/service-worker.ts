import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { browsers } from './browsers.ts';
import { filesOf } from './chunk-files.ts';
import { headScriptFile } from './head-script.ts';
import { reportedReads } from './reported-reads.ts';

/** The pages that open without a network, with the app around them. */
const shellModules = [
  '/src/main.tsx',
  '/src/app/mount.tsx',
  '/src/viewer/home/home-page.tsx',
  '/src/viewer/finding/schedule-page.tsx',
];
const plainFiles = ['/favicon.svg'];

/**
 * Builds `service-worker.js` with the names of the files that it keeps, and `offline.html`, the page of the app as it
 * is without data of the server. The worker stands at the root, because it only sees the paths below its own.
 */
export function serviceWorker(): Plugin {
  let files: string[] = [];
  let root = '';
  return {
    name: 'ringside-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const inHead = Object.keys(bundle).filter((name) => headScriptFile.test(name));
        files = [...filesOf(shellModules, bundle), ...inHead.map((name) => `/${name}`)].sort();
      },
    },
    async writeBundle({ dir = '' }) {
      const page = join(dir, 'index.html');
      await copyFile(page, join(dir, 'offline.html'));
      const version = createHash('sha256')
        .update(await readFile(page))
        .update(files.join())
        .digest('hex')
        .slice(0, 12);
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        plugins: [reportedReads()],
        define: { offlineBuild: JSON.stringify({ version, files, plainFiles }) },
        build: {
          outDir: resolve(dir),
          emptyOutDir: false,
          copyPublicDir: false,
          target: browsers,
          rolldownOptions: {
            input: join(root, 'src/offline/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}
