/**
 * `pnpm demo:publish` against a demo as it is shipped, on a machine without ffmpeg.
 *
 * @tier all
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { until } from '../ingest/venue.ts';
import { newInstallation, startProcess } from '../processes.ts';

const program = fileURLToPath(new URL('../../../scripts/demo-publish.ts', import.meta.url));

function run(address: string) {
  // Only Node is on this PATH.
  const child = spawn(process.execPath, [program, address], {
    env: { PATH: path.dirname(process.execPath) },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, output: () => output, errors: () => errors };
}

it('is live, is taken over by a second run, and ends as a replay', { timeout: 240_000 }, async () => {
  const server = await startProcess({
    ...(await newInstallation()),
    DEMO: '1',
    LOG_LEVEL: 'error',
    RTMP_PORT: '0',
  });
  const isLive = (publisher: ReturnType<typeof run>) =>
    until(
      async () => publisher.output() + publisher.errors(),
      (said) => said.includes('Ctrl+C ends the broadcast.'),
      60_000,
    );
  const first = run(String(server.url));
  await isLive(first);
  expect(first.output()).toMatch(/^Live, sent by a recorded test picture/);
  expect(first.output()).toMatch(/\/competitions\/rotterdam-rumble-7\/live\?stream=[0-9a-f-]{36}\n/);

  const second = run(String(server.url));
  await isLive(second);
  expect(second.output()).toMatch(/^The stream has a key from an earlier run: it is replaced/);
  expect(await first.ended).toBe(1);
  expect(first.errors()).toMatch(/^The picture no longer arrives: the server has closed the connection/);

  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(second.errors()).toBe('');
  expect(second.output()).toMatch(/\nThe broadcast has ended\./);

  // Stopped before its picture came, it is gone long before it would stop waiting for one.
  const hasty = run(String(server.url));
  await until(
    async () => hasty.output(),
    (said) => said.startsWith('The stream has a key'),
    60_000,
  );
  hasty.child.kill('SIGTERM');
  await until(
    async () => hasty.child.exitCode,
    (code) => code === 0,
    60_000,
  );
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const late = run(String(server.url));
  expect(await late.ended).toBe(1);
  expect(late.errors()).toMatch(/^Nothing answers at http:\/\/localhost:\d+\. Start the demo/);
});

it('says that a server without the demo has no such account', { timeout: 180_000 }, async () => {
  const server = await startProcess({ ...(await newInstallation()), LOG_LEVEL: 'error' });
  const publisher = run(String(server.url));
  expect(await publisher.ended).toBe(1);
  expect(publisher.errors()).toContain('has no account admin@ringside.test with the password of the demo.');
  server.child.kill('SIGTERM');
  await server.ended;
});
