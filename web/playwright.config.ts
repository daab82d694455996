import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserArguments } from './e2e/browser.ts';

const port = 3210;
// One folder for the whole run, although every worker reads this configuration again.
process.env.JOURNEYS_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'ringside-journeys-'));

/** Journeys run against the built product and the server that `pnpm start` runs. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/.output',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  workers: 1,
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: browserArguments,
    },
  },
  webServer: {
    command: `"${process.execPath}" ../server/src/main.ts`,
    url: `http://localhost:${port}/readyz`,
    env: {
      ...(process.env as Record<string, string>),
      PORT: String(port),
      DATA_DIR: process.env.JOURNEYS_DATA_DIR,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
    },
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
