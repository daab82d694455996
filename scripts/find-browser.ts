/**
 * Finds the browser for the journeys: $CHROMIUM_PATH, the system's Chromium or Chrome, or Playwright's own. If there is
 * none, it prints a message and tries to install one, for two minutes at most.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { binOf } from './run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const triesForMs = 120_000;

/** @returns the path of an executable; undefined when there is no browser and the installation failed. */
export function findBrowser(): string | undefined {
  const found = findInstalled();
  if (found !== undefined) return found;

  process.stdout.write('There is no Chromium on this machine: installing one for the browser journeys.\n');
  const until = performance.now() + triesForMs;
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      killSignal: 'SIGKILL',
      timeout: Math.max(1, Math.ceil(until - performance.now())),
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', 'chromium']);
  } else {
    run(process.execPath, [binOf('web', '@playwright/test/cli.js'), 'install', 'chromium']);
  }
  return findInstalled();
}

function findInstalled(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // Try the next name.
    }
  }
  const require = createRequire(binOf('web', '@playwright/test/package.json'));
  const { chromium } = require('@playwright/test') as { chromium: { executablePath(): string } };
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}
