/**
 * A moment of `pnpm fuzz:media`: changed sessions of encoders, films and packets end no process and leave nothing behind.
 *
 * @tier all
 * @engine one
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('./media/main.ts', import.meta.url));
const { FUZZ_SEED = '20261128' } = process.env;

it('500 changed inputs leave nothing behind', { timeout: 180_000 }, () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', program, '--inputs', '500', '--seed', FUZZ_SEED],
    { encoding: 'utf8' },
  );
  process.stdout.write(stdout.slice(-400));
  expect([status, stderr, stdout.match(/^FAULT .*/gm)]).toEqual([0, '', null]);
});
