import { configDefaults, defineConfig } from 'vitest/config';

const apiTests = {
  include: ['test/**/*.test.ts'],
  globalSetup: ['test/database-template.ts'],
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // The server is imported once per worker instead of once per file: most of the time went there.
  isolate: false,
};

const { TEST_DATABASE_URL } = process.env;

/** What these prove is the same on both engines, and most take long: where there is a PostgreSQL, they run there alone. */
const onceIsEnough = [
  'guide',
  'log-canaries',
  'origin',
  'picture-bucket',
  'provider-settings',
  'workflows',
].map((name) => `test/**/${name}.test.ts`);
const exclude = [...configDefaults.exclude, ...(TEST_DATABASE_URL ? onceIsEnough : [])];

/** Every other API test runs on PGlite, and once more on PostgreSQL where one is named. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.ts'] } },
      { test: { ...apiTests, exclude, name: 'pglite', env: { TEST_ENGINE: 'pglite' } } },
      ...(TEST_DATABASE_URL
        ? [{ test: { ...apiTests, name: 'postgres', env: { TEST_ENGINE: 'postgres' } } }]
        : []),
    ],
  },
});
