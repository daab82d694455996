import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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
const fileOf = (folder: string) => path.join(folder, 'ringside.pid');
const write = (folder: string, content: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder), content);
};

/** A child process that reports the result for each folder and then waits to be killed. */
async function otherProcess(wanted: string[], startAt = 0): Promise<{ child: ChildProcess; got: boolean[] }> {
  const code = `
    import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)};
    const got = [];
    ${JSON.stringify(wanted)}.forEach((folder, round) => {
      while (Date.now() < ${startAt} + round * 20);
      try { lockDataFolder(folder); got.push(true); } catch { got.push(false); }
    });
    process.stdout.write(JSON.stringify(got));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [output] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, got: JSON.parse(String(output)) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('lockDataFolder', () => {
  it('creates the folder, and releases it', () => {
    const folder = newFolder();
    const unlock = lockDataFolder(folder);
    expect(readFileSync(fileOf(folder), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    unlock();
    expect(() => readFileSync(fileOf(folder))).toThrow('ENOENT');
    unlock();
  });

  it('refuses a folder that a running process holds, and names the process', async () => {
    const folder = newFolder();
    const { child, got } = await otherProcess([folder]);
    expect(got).toEqual([true]);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    expect(() => lockDataFolder(folder)).toThrow(`process ${child.pid}) is using ${folder}`);
    expect((await otherProcess([folder])).got).toEqual([false]);
  });

  it('refuses a folder that this process holds already', () => {
    const folder = newFolder();
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    unlock();
    lockDataFolder(folder)();
  });

  it('takes over when another process died during its takeover', () => {
    const folder = newFolder();
    write(folder, '4194304 123\n');
    const turn = `${fileOf(folder)}.takeover`;
    mkdirSync(turn);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(turn, anHourAgo, anHourAgo);
    lockDataFolder(folder)();
  });

  it('takes over from a process that was killed', async () => {
    const folder = newFolder();
    const { child } = await otherProcess([folder]);
    await kill(child);
    lockDataFolder(folder)();
  });

  it.each([
    ['a missing process', '4194304 123\n'],
    ['a process id that another process has now', `${process.ppid} 1\n`],
    ['this process id from before a restart', `${process.pid} 1\n`],
    ['nothing', ''],
    ['no process id', 'garbage\n'],
    ['an invalid process id', '-1 5\n'],
  ])('takes over a file that names %s', (_name, content) => {
    const folder = newFolder();
    write(folder, content);
    const unlock = lockDataFolder(folder);
    expect(readFileSync(fileOf(folder), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    unlock();
  });

  it('does not release a folder that another process has taken over meanwhile', () => {
    const folder = newFolder();
    const unlock = lockDataFolder(folder);
    write(folder, '4194304 123\n');
    unlock();
    expect(readFileSync(fileOf(folder), 'utf8')).toBe('4194304 123\n');
  });

  it('gives a folder to exactly one of many processes at once', async () => {
    const wanted = Array.from({ length: 40 }, () => newFolder());
    // A killed process left every second one behind.
    for (const [index, folder] of wanted.entries()) if (index % 2) write(folder, '4194304 123\n');
    const startAt = Date.now() + 1_500;
    const processes = await Promise.all(Array.from({ length: 4 }, () => otherProcess(wanted, startAt)));
    const holders = wanted.map((_, index) => processes.filter(({ got }) => got[index]).length);
    expect(holders).toEqual(wanted.map(() => 1));
  });
});
