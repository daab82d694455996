import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserArguments } from './e2e/browser.ts';
import { pushKeys } from './e2e/push-keys.ts';

const port = 3210;
const [mockPort, mediaPort] = [3212, 3213];
// One folder for the whole run, although every worker reads this configuration again.
process.env.JOURNEYS_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'ringside-journeys-'));

const gracefulShutdown = { signal: 'SIGTERM', timeout: 10_000 } as const;

/** Journeys run against the built product and the server that `pnpm start` runs. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'mock/**',
  outputDir: 'e2e/.output',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  workers: 1,
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    // Only the journey about it: what a worker fetches cannot be answered by a journey.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: browserArguments,
    },
  },
  webServer: [
    {
      command: `"${process.execPath}" ../server/src/main.ts`,
      url: `http://localhost:${port}/readyz`,
      env: {
        ...(process.env as Record<string, string>),
        PORT: String(port),
        DATA_DIR: process.env.JOURNEYS_DATA_DIR,
        DATABASE_URL: '',
        // For the journeys of the native app.
        APP_ORIGINS: 'https://localhost,capacitor://localhost',
        APP_RETURN_URLS: 'ringside://app/sign-in',
        ...pushKeys(process.env.JOURNEYS_DATA_DIR),
        LOG_LEVEL: 'warn',
      },
      timeout: 60_000,
      stdout: 'ignore',
      stderr: 'pipe',
      gracefulShutdown,
    },
    {
      command: `"${process.execPath}" ../openapi/scripts/mock.ts ${mockPort}`,
      url: `http://127.0.0.1:${mockPort}/api/v1/kickboxing/competitions`,
      stdout: 'ignore',
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
      command: `"${process.execPath}" node_modules/vite/bin/vite.js preview --mode mock --port 3211 --strictPort`,
      env: {
        ...(process.env as Record<string, string>),
        MOCK_URL: `http://127.0.0.1:${mockPort}`,
        MEDIA_URL: `http://127.0.0.1:${mediaPort}`,
      },
      url: 'http://localhost:3211',
      stdout: 'ignore',
      gracefulShutdown,
    },
  ],
});
