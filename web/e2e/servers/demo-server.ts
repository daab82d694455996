/** A server of its own with the demo: one for each worker, and for journeys that stop it in the middle. */
import { rm } from 'node:fs/promises';
import { newDataDir, settingsOf } from './prepared-data.ts';
import { startServerProcess } from './start-process.ts';

export interface DemoServer extends AsyncDisposable {
  url: string;
  /** With the mails that it has sent. */
  dataDir: string;
  /** Ends it like a machine that fails. */
  kill(): Promise<void>;
  /** Starts it again, on the same data and port. */
  start(): Promise<void>;
}

/** @param settings further variables of its environment; may need the data folder. */
export async function startDemoServer(
  settings: Record<string, string> | ((dataDir: string) => Record<string, string>) = {},
): Promise<DemoServer> {
  const dataDir = await newDataDir('demo');
  const environment = {
    ...settingsOf('demo', dataDir),
    ...(typeof settings === 'function' ? settings(dataDir) : settings),
  };
  let server = await startServerProcess(environment);
  const { url } = server;
  return {
    url,
    dataDir,
    kill: () => server.end('SIGKILL'),
    async start() {
      server = await startServerProcess({ ...environment, PORT: new URL(url).port });
    },
    async [Symbol.asyncDispose]() {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
