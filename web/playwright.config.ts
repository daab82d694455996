import { defineConfig } from '@playwright/test';
import { browserArguments } from './e2e/browser.ts';
import type { JourneyOptions } from './e2e/journey.ts';

const [mockClientPort, mockPort, mediaPort] = [3211, 3212, 3213];
const gracefulShutdown = { signal: 'SIGTERM', timeout: 10_000 } as const;

/**
 * Journeys in the built product. Each worker has a server of its own, the one that `pnpm start` runs; the project `mock`
 * has the client of `pnpm dev:mock` alone, without server and database.
 */
export default defineConfig<object, JourneyOptions>({
  testDir: 'e2e',
  outputDir: 'e2e/.output',
  globalSetup: './e2e/servers/global-setup.ts',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  workers: 2,
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // A trace of each try would take a third of the machine.
    trace: 'on-first-retry',
    // Only the journey about it: what a worker fetches cannot be answered by a journey.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: browserArguments,
    },
  },
  projects: [
    { name: 'product', testIgnore: 'mock/**' },
    {
      name: 'mock',
      testMatch: 'mock/**/*.spec.ts',
      use: {
        mockUrl: `http://localhost:${mockClientPort}`,
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
  webServer: [
    {
      command: `"${process.execPath}" ../openapi/scripts/mock.ts ${mockPort}`,
      url: `http://127.0.0.1:${mockPort}/api/v1/kickboxing/competitions`,
      stdout: 'ignore',
      timeout: 120_000,
      gracefulShutdown,
    },
    {
      command: `"${process.execPath}" ../server/stand-ins/media/main.ts ${mediaPort}`,
      url: `http://127.0.0.1:${mediaPort}/media/pictures/0199a3c4-0007-7000-8000-0000000000f1/320.jpg`,
      stdout: 'ignore',
      timeout: 120_000,
      gracefulShutdown,
    },
    {
      // The built client, with the mock behind /api and the pictures of its examples.
      command: `"${process.execPath}" node_modules/vite/bin/vite.js preview --mode mock --port ${mockClientPort} --strictPort`,
      env: {
        ...(process.env as Record<string, string>),
        MOCK_URL: `http://127.0.0.1:${mockPort}`,
        MEDIA_URL: `http://127.0.0.1:${mediaPort}`,
      },
      url: `http://localhost:${mockClientPort}`,
      stdout: 'ignore',
      timeout: 120_000,
      gracefulShutdown,
    },
  ],
});
