/** Builds the web client and the API docs when they are older than their sources. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, mustRun, root, type Tool } from './run.ts';

interface Build {
  title: string;
  inputs: string[];
  output: string;
  tool: Tool;
}

const client: Build = {
  title: 'web client',
  inputs: [
    'web/src',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'web/app-chunks.ts',
    'web/chunk-files.ts',
    'web/chunk-groups.ts',
    'web/common-words.ts',
    'web/precompress.ts',
    'web/service-worker.ts',
    'web/viewer-chunks.ts',
    'web/client-pages.ts',
    'web/native-page.ts',
    'mobile-shell/settings.ts',
    'web/package.json',
    'openapi/checks',
    'openapi/generated',
    'pnpm-lock.yaml',
  ],
  output: 'web/dist/index.html',
  tool: {
    in: 'web',
    args: [binOf('web', 'vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    // In a terminal Vite would draw a progress bar over the lines of other tools.
    env: { CI: '1' },
  },
};

const docs: Build = {
  title: 'API docs',
  inputs: ['openapi/generated', 'openapi/redocly.yaml', 'openapi/scripts', 'pnpm-lock.yaml'],
  output: 'openapi/dist/index.html',
  tool: { in: 'openapi', args: ['scripts/build-docs.ts'] },
};

/** Builds the web client if it is older than its sources. @throws when the build fails. */
export const buildClient = (): Promise<void> => buildIfStale(client);

/** Builds the API docs if they are older than the contract. @throws when the build fails. */
export const buildDocs = (): Promise<void> => buildIfStale(docs);

/** One after the other, since each takes all the cores it can get. */
export async function buildStale(): Promise<void> {
  await buildClient();
  await buildDocs();
}

async function buildIfStale({ title, inputs, output, tool }: Build): Promise<void> {
  if (newest(inputs) > newest([output])) await mustRun(`built the ${title}`, tool);
}

/** The latest change below the paths, in milliseconds since 1970; 0 if none exists. */
function newest(paths: string[]): number {
  let latest = 0;
  for (const path of paths) {
    const full = join(root, path);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    latest = Math.max(latest, stat.mtimeMs);
    if (stat.isDirectory())
      latest = Math.max(latest, newest(readdirSync(full).map((name) => join(path, name))));
  }
  return latest;
}
