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
  'contract/*',
  'edge',
  'events/entity-tags',
  'fuzz/*',
  'guide',
  'http/*',
  'identity/second-factor/required-second-factor',
  'identity/second-factor/step-up-required',
  'ingest/{download,dvr,encoders,encrypted,enhanced,flood,hostile,ladder,left-alone,publish,srt}',
  'media/authoring/*',
  'origin',
  'picture-bucket',
  'provider-settings',
  'same-path',
  'shop/one-paid-order',
  'stand-ins/payments/*',
  'streams/*',
].map((name) => `test/**/${name}.test.ts`);
/** Whatever servers compare with the time: on two servers that take turns, with machine clocks 90 s apart. */
const clocksApart = [
  'identity/sessions/*',
  'identity/accounts/own-account',
  'playback/*',
  'competitions/*',
].map((name) => `test/${name}.test.ts`);
const exclude = [...configDefaults.exclude, ...(TEST_DATABASE_URL ? onceIsEnough : [])];

/** Every other API test runs on PGlite, and once more on PostgreSQL where one is named. */
export default defineConfig({
  test: {
    // For two cores: many tests only wait for a feed, a timer or a process.
    maxWorkers: 3,
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.ts'] } },
      { test: { ...apiTests, exclude, name: 'pglite', env: { TEST_ENGINE: 'pglite' } } },
      ...(TEST_DATABASE_URL
        ? [
            { test: { ...apiTests, name: 'postgres', env: { TEST_ENGINE: 'postgres' } } },
            {
              test: {
                ...apiTests,
                include: clocksApart,
                name: 'clocks-apart',
                env: { TEST_ENGINE: 'postgres', TEST_CLOCKS: 'apart' },
              },
            },
          ]
        : []),
    ],
  },
});
