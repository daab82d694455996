import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './run.ts';

it('ends a production start that has nothing to serve with a line that names pnpm build', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'ringside-not-built-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true });
  for (const folder of ['node_modules', 'server']) symlinkSync(join(root, folder), join(copy, folder), 'dir');
  mkdirSync(join(copy, 'web'));

  const start = spawn(process.execPath, [join(copy, 'scripts/start.ts')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: join(copy, '.data'), PORT: '0' },
  });
  const [[code], output, errors] = await Promise.all([
    once(start, 'exit'),
    text(start.stdout),
    text(start.stderr),
  ]);
  expect([code, output, errors]).toEqual([
    78,
    '',
    'The web client is not built. Run `pnpm build`, then start again.\n',
  ]);
}, 60_000);
