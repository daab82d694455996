/** Builds the web client and the API docs when they were made of other inputs than there are now. */
import { type Build, type BuildState, buildIfStale, stateOf } from './build-folder.ts';
import { binOf, mustRun, root } from './run.ts';

const clientInputs = [
  'web/*',
  'web/build',
  'web/public',
  'web/src',
  'mobile-shell/settings.ts',
  'rules',
  'openapi/generated',
  'openapi/scripts/mock',
  'scripts/builds.ts',
  'pnpm-lock.yaml',
];

const viteBuild = (built: string, config: string) => (into: string, reads: string) =>
  mustRun(built, {
    in: 'web',
    args: [
      binOf('web', 'vite/bin/vite.js'),
      'build',
      '--config',
      config,
      '--logLevel',
      'warn',
      '--outDir',
      into,
    ],
    // In a terminal Vite would draw a progress bar over the lines of other tools. With another NODE_ENV it would build
    // a client for developers.
    env: { CI: '1', NODE_ENV: 'production', BUILD_READS: reads },
  });

const client: Build = {
  title: 'web client',
  inputs: clientInputs,
  output: 'web/dist',
  make: viteBuild('built the web client', 'vite.config.ts'),
};

/** Of the same inputs, so that its pages fit the files of the client. */
const pages: Build = {
  title: 'pages for the server',
  inputs: clientInputs,
  output: 'web/dist-pages',
  main: 'entry-server.js',
  make: viteBuild('built the pages for the server', 'vite.server.config.ts'),
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
export async function buildClient(): Promise<boolean> {
  const isNew = await buildIfStale(root, client);
  return (await buildIfStale(root, pages)) || isNew;
}

/** @returns whether they were stale. @throws when the build fails. */
export const buildDocs = (): Promise<boolean> => buildIfStale(root, docs);

/** One after the other, since each takes all the cores it can get. */
export async function buildStale(): Promise<void> {
  await buildClient();
  await buildDocs();
}

/** By title, for a start that builds nothing. */
export const builtStates = (): Record<string, BuildState> =>
  Object.fromEntries([client, pages, docs].map((build) => [build.title, stateOf(root, build)]));
