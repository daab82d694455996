/** Builds the web client and the API docs when they were made of other inputs than there are now. */
import { type Build, type BuildState, buildIfStale, stateOf } from './build-folder.ts';
import { binOf, mustRun, root } from './run.ts';

const client: Build = {
  title: 'web client',
  inputs: [
    'web/*',
    'web/build',
    'web/public',
    'web/src',
    'mobile-shell/settings.ts',
    'openapi/checks',
    'openapi/generated',
    'openapi/scripts/mock',
    'scripts/builds.ts',
    'pnpm-lock.yaml',
  ],
  output: 'web/dist',
  make: (into, reads) =>
    mustRun('built the web client', {
      in: 'web',
      args: [binOf('web', 'vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', into],
      // In a terminal Vite would draw a progress bar over the lines of other tools. With another NODE_ENV it would build
      // a client for developers.
      env: { CI: '1', NODE_ENV: 'production', BUILD_READS: reads },
    }),
};

const docs: Build = {
  title: 'API docs',
  inputs: [
    'openapi/generated',
    'openapi/redocly.yaml',
    'openapi/scripts',
    'scripts/builds.ts',
    'pnpm-lock.yaml',
  ],
  output: 'openapi/dist',
  make: (into) => mustRun('built the API docs', { in: 'openapi', args: ['scripts/build-docs.ts', into] }),
};

/** @returns whether it was stale. @throws when the build fails. */
export const buildClient = (): Promise<boolean> => buildIfStale(root, client);

/** @returns whether they were stale. @throws when the build fails. */
export const buildDocs = (): Promise<boolean> => buildIfStale(root, docs);

/** One after the other, since each takes all the cores it can get. */
export async function buildStale(): Promise<void> {
  await buildClient();
  await buildDocs();
}

/** By title, for a start that builds nothing. */
export const builtStates = (): Record<string, BuildState> =>
  Object.fromEntries([client, docs].map((build) => [build.title, stateOf(root, build)]));
