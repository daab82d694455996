import { defineConfig } from 'vitest/config';

const apiTests = {
  include: ['test/**/*.test.ts'],
  globalSetup: ['test/database-template.ts'],
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // The server is imported once per worker instead of once per file: most of the time went there.
  isolate: false,
};

/** Every API test runs on PGlite, and once more on PostgreSQL where one is named. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.ts'] } },
      { test: { ...apiTests, name: 'pglite', env: { TEST_ENGINE: 'pglite' } } },
      ...(process.env.TEST_DATABASE_URL
        ? [{ test: { ...apiTests, name: 'postgres', env: { TEST_ENGINE: 'postgres' } } }]
        : []),
    ],
  },
});
