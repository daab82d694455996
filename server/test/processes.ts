/** Starts server processes as an operator does: `node src/main.ts` with an environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { clonePostgresTemplate, engine, unpackTemplate } from './test-database.ts';

export const serverProgram = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const running = new Set<ChildProcess>();

export const administrator = { email: 'first@ringside.test', password: 'First-admin-1!' };

export interface ServerProcess {
  child: ChildProcess;
  /** The URL of the server; undefined if the process ended instead. */
  url: string | undefined;
  output(): string;
  errors(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/** Of this environment only PATH, and where Node keeps what it has compiled. */
export function ownEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { PATH, NODE_COMPILE_CACHE } : { PATH };
}

/**
 * @param env added to `ownEnvironment`. @param meanwhile is called before the server is ready.
 * @param program another one, for example a parent of the server.
 */
export async function startProcess(
  env: Record<string, string>,
  meanwhile?: (child: ChildProcess) => Promise<void>,
  program = serverProgram,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: { ...ownEnvironment(), PORT: '0', DEMO: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  const met = meanwhile?.(child);
  const url = await new Promise<string | undefined>((resolve) => {
    child.stdout.on('data', (data) => {
      output += data;
      const ready = /^Ringside is ready at (\S+)$/m.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    void ended.then(() => resolve(undefined));
  });
  await met;
  return { child, url, output: () => output, errors: () => errors, ended };
}

/** Creates a data folder. After the test file, it is removed and running server processes are killed. */
export function newDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringside-process-'));
  afterAll(async () => {
    const ends = [...running].map((child) => once(child, 'close'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ends);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** What names an installation to a server process, to the operator's commands and to `openDatabase`. */
export type Installation = {
  DATA_DIR: string;
  /** Missing: the embedded database of the folder. */
  DATABASE_URL?: string;
};

/** Creates a migrated installation, so that no server process spends its first seconds on that. */
export async function newInstallation(): Promise<Installation> {
  if (engine === 'pglite') {
    const DATA_DIR = newDataDir();
    await unpackTemplate(path.join(DATA_DIR, 'database'));
    return { DATA_DIR };
  }
  const { databaseUrl, drop } = await clonePostgresTemplate();
  afterAll(drop);
  // Hooks run in reverse: the servers end before their database is dropped.
  return { DATA_DIR: newDataDir(), DATABASE_URL: databaseUrl };
}

/** Asks again while the answer is a 503: a server that has just started on a busy machine refuses requests for a moment. */
export async function fetchPatiently(url: string, init?: RequestInit, tries = 60): Promise<Response> {
  const answer = await fetch(url, init);
  if (answer.status !== 503 || tries === 1) return answer;
  await answer.body?.cancel();
  await wait(500);
  return fetchPatiently(url, init, tries - 1);
}
