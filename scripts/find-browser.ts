/**
 * Finds the browser for the journeys: $CHROMIUM_PATH, the system's Chromium or Chrome, or Playwright's own. If there is
 * none, it prints a message and installs one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { binOf } from './run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns the path of an executable. @throws when there is none and none can be installed. */
export function findBrowser(): string {
  const found = findInstalled();
  if (found !== undefined) return found;

  process.stdout.write('There is no Chromium on this machine: installing one for the browser journeys.\n');
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
  } else {
    spawnSync(process.execPath, [binOf('web', '@playwright/test/cli.js'), 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  const installed = findInstalled();
  if (installed === undefined) throw new Error('Install Chromium or set CHROMIUM_PATH to run the journeys.');
  return installed;
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
