/** The parent of the server, with small children in place of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Restarts } from './restarts.ts';
import { root } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringside-parent-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const parent of started) parent.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a parent. Its child writes a line with its process id, and then does what the program says. */
function start(program: string) {
  const child = join(folder, `child-${started.length}.mjs`);
  const parent = join(folder, `parent-${started.length}.mjs`);
  writeFileSync(child, `process.stdout.write(\`child \${process.pid}\\n\`);\n${program}`);
  const supervise = JSON.stringify(join(root, 'scripts/supervise.ts'));
  writeFileSync(
    parent,
    `import { supervise } from ${supervise};\nawait supervise(${JSON.stringify(child)});\n`,
  );
  const process_ = spawn(process.execPath, [parent], { stdio: ['pipe', 'pipe', 'pipe'] });
  started.push(process_);
  let [output, errors] = ['', ''];
  process_.stdout.on('data', (text) => {
    output += text;
  });
  process_.stderr.on('data', (text) => {
    errors += text;
  });
  return {
    parent: process_,
    pids: () => [...output.matchAll(/^child (\d+)$/gm)].map(([, pid]) => Number(pid)),
    said: (text: string) => vi.waitUntil(() => output.includes(text), { timeout: 30_000, interval: 10 }),
    output: () => output,
    errors: () => errors,
    ended: once(process_, 'close').then(([code, signal]) => code ?? signal),
  };
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const goOn = 'setInterval(() => {}, 1_000);';
/** As the server does it. */
const stopWhenAsked = `
  const stop = () => { process.stdout.write('stopped\\n'); process.exit(0); };
  process.once('SIGTERM', stop); process.once('SIGINT', stop); process.once('disconnect', stop);
  process.on('message', (message) => message === 'stop' && stop());
  process.stdout.write('ready\\n');
`;

describe('the parent of the server', { timeout: 60_000 }, () => {
  it.each([
    ['a stop', 'process.exit(0)', 0],
    ['a refused configuration', 'process.exit(78)', 78],
    ['a port or a folder that is taken', 'process.exit(69)', 69],
    ['a signal to the child alone', `${goOn} process.kill(process.pid, 'SIGTERM')`, 'SIGTERM'],
  ])('does not start again after %s, and ends the same way', async (_, program, ending) => {
    const { ended, pids, errors } = start(program);
    expect(await ended).toBe(ending);
    expect([pids().length, errors()]).toEqual([1, '']);
  });

  it('starts again after crashes during the start, until the start works', async () => {
    const count = join(folder, 'count');
    writeFileSync(count, '');
    const { parent, said, pids, ended, errors } = start(`
      import { appendFileSync, readFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(count)}, 'x');
      if (readFileSync(${JSON.stringify(count)}, 'utf8').length < 3) throw new Error('not yet');
      ${stopWhenAsked}${goOn}`);
    await said('ready');
    expect(pids()).toHaveLength(3);
    expect(errors()).toContain('The server has failed (1). It starts again: 2 of 5 times within 10 minutes.');
    parent.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('starts again at once when the child is killed', async () => {
    const { parent, pids, ended } = start(`${stopWhenAsked}${goOn}`);
    await vi.waitUntil(() => pids().length === 1, { timeout: 30_000 });
    process.kill(Number(pids()[0]), 'SIGKILL');
    await vi.waitUntil(() => pids().length === 2, { timeout: 30_000 });
    parent.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('passes the first signal on, and kills the child with the second', async () => {
    const { parent, said, pids, ended } = start(
      `process.on('SIGTERM', () => {}); process.on('message', () => process.stdout.write('asked\\n')); ${goOn} process.stdout.write('ready\\n');`,
    );
    await said('ready');
    parent.kill('SIGTERM');
    await said('asked');
    expect(isRunning(Number(pids()[0]))).toBe(true);
    parent.kill('SIGTERM');
    expect(await ended).toBe('SIGKILL');
    expect(isRunning(Number(pids()[0]))).toBe(false);
  });

  it('stops while it waits to start again', async () => {
    const { parent, pids, errors, ended } = start('process.exit(70)');
    await vi.waitUntil(() => errors().includes('2 of 5 times'), { timeout: 30_000, interval: 10 });
    parent.kill('SIGTERM');
    expect([await ended, pids().length]).toEqual([0, 2]);
  });

  it('leaves no child behind when it is killed', async () => {
    const { parent, said, pids } = start(`${stopWhenAsked}${goOn}`);
    await said('ready');
    parent.kill('SIGKILL');
    await said('stopped');
    await vi.waitUntil(() => !isRunning(Number(pids()[0])), { timeout: 30_000 });
  });

  it('gives the child its own input', async () => {
    const { parent, said, ended } = start(
      `process.stdin.on('data', (text) => { process.stdout.write('read ' + text); process.exit(0); });`,
    );
    parent.stdin?.write('a line\n');
    await said('read a line');
    expect(await ended).toBe(0);
  });
});

describe('restarts', () => {
  const crash = { code: 70, signal: null };

  it('are five within ten minutes, the first at once', () => {
    const restarts = new Restarts();
    const pauses = [0, 10, 20, 30, 40, 50].map((second) => restarts.pauseAfter(crash, second * 1_000));
    expect(pauses).toEqual([0, 2_000, 4_000, 6_000, 8_000, undefined]);
    expect(restarts.pauseAfter(crash, 610_000)).toBe(6_000);
  });

  it.each(['SIGKILL', 'SIGABRT', 'SIGSEGV'] as const)('follow %s', (signal) => {
    expect(new Restarts().pauseAfter({ code: null, signal }, 0)).toBe(0);
  });
});
