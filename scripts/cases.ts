/**
 * `pnpm cases [words]`: odd encoders, cameras and films, through the server and into a browser (web/cases). `--small` runs one of
 * each kind and two minutes of chaos.
 */
import { spawnSync } from 'node:child_process';
import { buildStale } from './builds.ts';
import { findBrowser } from './find-browser.ts';
import { printLoad } from './machine-load.ts';
import { runNode } from './run.ts';

const options = process.argv.slice(2);
const browser = findBrowser();
const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;
if (browser !== undefined && hasFfmpeg) {
  printLoad();
  await buildStale();
  process.exitCode = await runNode({
    in: 'web',
    args: ['cases/main.ts', ...options],
    env: { CHROMIUM_PATH: browser },
  });
} else {
  console.log(`The cases need ${browser === undefined ? 'Chromium' : 'ffmpeg'}, which is not installed.`);
  process.exitCode = options.includes('--small') ? 0 : 1;
}
