import { defineConfig, mergeConfig } from 'vitest/config';
import client from './vite.config.ts';

const inBrowser = {
  environment: 'jsdom',
  // Each test file gets a new context but no new process, so jsdom is loaded once per worker.
  pool: 'vmThreads',
  testTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
  unstubGlobals: true,
} as const;

/** `pure` shows nothing: a test of a component is a `.test.tsx`. */
export default defineConfig((env) =>
  mergeConfig(client(env), {
    test: {
      // For two cores: many tests wait for a timer of a component.
      maxWorkers: 3,
      projects: [
        {
          extends: true,
          test: {
            ...inBrowser,
            name: 'pure',
            include: [
              'src/**/*.test.ts',
              'mock/*.test.ts',
              'bench/*.test.ts',
              '*.test.ts',
              'build/*.test.ts',
            ],
            exclude: ['src/entry-server.test.ts'],
            setupFiles: ['src/test/browser.ts'],
          },
        },
        {
          // What the server runs: there is no browser.
          extends: true,
          test: {
            name: 'rendering',
            environment: 'node',
            include: ['src/entry-server.test.ts'],
            testTimeout: 60_000,
            // Mantine comes with its style sheets.
            server: { deps: { inline: [/@mantine/] } },
          },
        },
        {
          extends: true,
          test: {
            ...inBrowser,
            name: 'components',
            include: ['src/**/*.test.tsx'],
            setupFiles: ['src/test/setup.ts'],
          },
        },
      ],
    },
  }),
);
