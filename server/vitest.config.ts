import { defineConfig } from 'vitest/config';
import { filesOf, readMarks, rulesOf, type Tier } from './test/test-tiers.ts';

/** For a machine that is four times slower: what is polled comes at once on a quiet one. */
const expectations = { poll: { timeout: 20_000 } };
const apiTests = {
  expect: expectations,
  globalSetup: ['test/database-template.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // The server is imported once per worker instead of once per file: most of the time went there.
  isolate: false,
};

const { TEST_DATABASE_URL, TEST_TIER = 'all' } = process.env;
const tier = TEST_TIER as Tier;
const files = filesOf(readMarks(import.meta.dirname, 'test'), tier, Boolean(TEST_DATABASE_URL));
const projects = [
  {
    name: 'rules',
    include: rulesOf(readMarks(import.meta.dirname, 'src'), tier),
    testTimeout: 60_000,
    expect: expectations,
  },
  { ...apiTests, name: 'pglite', include: files.pglite, env: { TEST_ENGINE: 'pglite' } },
  { ...apiTests, name: 'postgres', include: files.postgres, env: { TEST_ENGINE: 'postgres' } },
  {
    ...apiTests,
    name: 'clocks-apart',
    include: files['clocks-apart'],
    env: { TEST_ENGINE: 'postgres', TEST_CLOCKS: 'apart' },
  },
].filter(({ include }) => include.length > 0);

/** Pure rules, and API tests on real engines; test/test-tiers.ts says which files run where. */
export default defineConfig({
  test: {
    // For two cores: many tests only wait for a feed, a timer or a process. Each PGlite needs a core and half a gigabyte.
    maxWorkers: TEST_DATABASE_URL ? 5 : 3,
    projects: projects.map((test) => ({ test })),
  },
});
