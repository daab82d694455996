/**
 * @tier test
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './data-folder-lock.ts';

const home = mkdtempSync(path.join(tmpdir(), 'ringside-lock-'));
const children: ChildProcess[] = [];
let folders = 0;

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(home, { recursive: true }));

const newFolder = () => path.join(home, String(++folders));

/** As two containers that share a volume: each has its own process ids and mounts. */
const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const [unshare = '', ...unshareArgs] = container;
const hasUnshare = spawnSync(unshare, [...unshareArgs, 'true']).status === 0;

interface Other {
  child: ChildProcess;
  got: boolean[];
}

/** A child process that reports the result for each folder and then waits to be killed. */
async function otherProcess(
  wanted: string[],
  { startAt = 0, within = [], before = '' }: { startAt?: number; within?: string[]; before?: string } = {},
): Promise<Other> {
  const code = `
    import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)};
    const got = [];
    ${before}
    ${JSON.stringify(wanted)}.forEach((folder, round) => {
      while (Date.now() < ${startAt} + round * 20);
      try { lockDataFolder(folder); got.push(true); } catch { got.push(false); }
    });
    globalThis.gc();
    process.stdout.write(JSON.stringify(got));
    setInterval(() => {}, 1000);
  `;
  const [command = '', ...args] = [
    ...within,
    process.execPath,
    '--expose-gc',
    '--input-type=module',
    '-e',
    code,
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const [output] = await once(child.stdout, 'data');
  // Node must not warn about its SQLite in the terminal of the operator.
  expect(errors).toBe('');
  return { child, got: JSON.parse(String(output)) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('lockDataFolder', () => {
  it('creates the folder for this user alone, and releases it', () => {
    const folder = newFolder();
    const unlock = lockDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    unlock();
    lockDataFolder(folder)();
    unlock();
  });

  it('refuses a folder that a running process holds, and says what to do', async () => {
    const folder = newFolder();
    expect((await otherProcess([folder])).got).toEqual([true]);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    expect(() => lockDataFolder(folder)).toThrow(
      `Another Ringside process is using ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    );
    expect((await otherProcess([folder])).got).toEqual([false]);
  });

  it('refuses a folder that this process holds already, and goes on holding it', async () => {
    const folder = newFolder();
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    expect((await otherProcess([folder])).got).toEqual([false]);
    unlock();
    lockDataFolder(folder)();
  });

  it.skipIf(!hasUnshare)(
    'refuses a folder that a process of another container holds (skipped where unshare needs more rights)',
    async () => {
      const folder = newFolder();
      const first = await otherProcess([folder], { within: container });
      const second = await otherProcess([folder], { within: container });
      expect([first.got, second.got]).toEqual([[true], [false]]);
      expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
      await kill(first.child);
      await expect
        .poll(async () => (await otherProcess([folder], { within: container })).got)
        .toEqual([true]);
    },
  );

  it('refuses the folder of a process that is stopped', async () => {
    const folder = newFolder();
    const { child } = await otherProcess([folder]);
    child.kill('SIGSTOP');
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
  });

  it('takes over at once from a process that was killed', async () => {
    const folder = newFolder();
    const { child } = await otherProcess([folder]);
    await kill(child);
    lockDataFolder(folder)();
  });

  it('ignores the file with which earlier versions locked the folder', () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'ringside.pid'), `${process.ppid} -\n`);
    lockDataFolder(folder)();
  });

  it.each([
    ['a folder', (file: string) => mkdirSync(file)],
    ['another file', (file: string) => writeFileSync(file, 'garbage'.repeat(1_000))],
  ])('reports that it cannot lock when the lock file is %s', (_name, make) => {
    const folder = newFolder();
    mkdirSync(folder);
    make(path.join(folder, 'ringside.lock'));
    expect(() => lockDataFolder(folder)).toThrow(`Could not lock ${folder}: `);
  });

  it('is not held by a process that may only read the lock file', async () => {
    const folder = newFolder();
    lockDataFolder(folder)();
    chmodSync(home, 0o755);
    chmodSync(folder, 0o755);
    chmodSync(path.join(folder, 'ringside.lock'), 0o444);
    const before = 'if (process.getuid() === 0) process.seteuid(65534);';
    expect((await otherProcess([folder], { before })).got).toEqual([false]);
  });

  it('gives a folder to exactly one of many processes at once', async () => {
    const wanted = Array.from({ length: 40 }, () => newFolder());
    // A killed process left every second one behind.
    const before = await otherProcess(wanted.filter((_, index) => index % 2));
    await kill(before.child);
    const startAt = Date.now() + 1_500;
    const processes = await Promise.all(Array.from({ length: 4 }, () => otherProcess(wanted, { startAt })));
    const holders = wanted.map((_, index) => processes.filter(({ got }) => got[index]).length);
    expect(holders).toEqual(wanted.map(() => 1));
  });
});
