/** A server of its own with the demo, for journeys that stop it in the middle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressOf, serverFile } from './empty-platform.ts';

export interface DemoServer extends AsyncDisposable {
  url: string;
  /** Ends it like a machine that fails. */
  kill(): Promise<void>;
  /** Starts it again, on the same data and port. */
  start(): Promise<void>;
}

/** @param settings further variables of its environment. */
export async function startDemoServer(settings: Record<string, string> = {}): Promise<DemoServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ringside-faults-'));
  let server: ChildProcess;
  let port = '0';
  const start = async () => {
    server = spawn(process.execPath, [serverFile], {
      env: { PATH: process.env.PATH, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await addressOf(server);
    ({ port } = new URL(url));
    return url;
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  return {
    url: await start(),
    kill: () => end('SIGKILL'),
    start: async () => void (await start()),
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
