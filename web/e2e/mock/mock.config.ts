import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserArguments } from '../browser.ts';

const port = Number(process.env.MOCK_JOURNEYS_PORT ?? 3214);
const [mockPort, mediaPort] = [port + 1, port + 2];
const web = join(import.meta.dirname, '../..');
const gracefulShutdown = { signal: 'SIGTERM', timeout: 10_000 } as const;

/** The built client against the mock alone, as `pnpm dev:mock` shows it: no server and no database. */
export default defineConfig({
  testDir: '.',
  outputDir: '../.output/mock',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  workers: 1,
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: browserArguments,
    },
  },
  webServer: [
    {
      command: `"${process.execPath}" ../openapi/scripts/mock.ts ${mockPort}`,
      url: `http://127.0.0.1:${mockPort}/api/v1/kickboxing/competitions`,
      cwd: web,
      stdout: 'ignore',
      timeout: 120_000,
      gracefulShutdown,
    },
    {
      command: `"${process.execPath}" ../server/stand-ins/media/main.ts ${mediaPort}`,
      url: `http://127.0.0.1:${mediaPort}/media/pictures/0199a3c4-0007-7000-8000-0000000000f1/320.jpg`,
      cwd: web,
      stdout: 'ignore',
      timeout: 120_000,
      gracefulShutdown,
    },
    {
      command: `"${process.execPath}" node_modules/vite/bin/vite.js preview --mode mock --port ${port} --strictPort`,
      env: {
        ...(process.env as Record<string, string>),
        MOCK_URL: `http://127.0.0.1:${mockPort}`,
        MEDIA_URL: `http://127.0.0.1:${mediaPort}`,
      },
      url: `http://localhost:${port}`,
      cwd: web,
      stdout: 'ignore',
      timeout: 120_000,
      gracefulShutdown,
    },
  ],
});
