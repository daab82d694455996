/**
 * Data folders that are filled once for a run, and copied for each server: the migrations and the demo take seconds, a
 * copy a fraction of one.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServerProcess } from './start-process.ts';

/** `empty` has no account and no event. */
type Content = 'demo' | 'empty';

/** The workers are other processes. */
const variable = 'JOURNEYS_PREPARED_DIR';

/** Before all journeys. @returns removes the folders again. */
export async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ringside-prepared-'));
  for (const content of ['demo', 'empty'] as const) {
    const server = await startServerProcess(settingsOf(content, path.join(folder, content)));
    await server.end('SIGTERM');
  }
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** @returns a new data folder: a copy, or an empty one where nothing is prepared. The caller removes it. */
export async function newDataDir(content: Content): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `ringside-${content}-`));
  const prepared = process.env[variable];
  if (prepared !== undefined) await cp(path.join(prepared, content), folder, { recursive: true });
  return folder;
}

export const settingsOf = (content: Content, dataDir: string) => ({
  DATA_DIR: dataDir,
  DEMO: content === 'demo' ? '1' : '0',
});
