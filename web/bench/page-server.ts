/** The server that a benchmark opens in its browser: a process of its own, with a new demo in a folder of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const builtClient = fileURLToPath(new URL('../dist/', import.meta.url));

/**
 * Disposing it ends the process and removes its data.
 * @param client the folder of the built client.
 * @param isCrowded adds 500 events with 2,000 replays to the demo.
 */
export async function startPageServer({ client = builtClient, isCrowded = false } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ringside-bench-'));
  const script = fileURLToPath(new URL('../../server/bench/page-server.ts', import.meta.url));
  const child = fork(script, [client, dataDir, ...(isCrowded ? ['crowded'] : [])]);
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
