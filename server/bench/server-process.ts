/** Ringside as a process of its own, for a benchmark. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  child: ChildProcess;
  url: string;
  cpuSeconds(): Promise<number>;
  /** A value of `/metrics`. */
  metric(name: string): Promise<number>;
  /** What the event loop has open, by type. */
  openHandles(): Promise<Record<string, number>>;
}

/** Starts the server as an operator does. @param databaseUrl undefined: the embedded database. */
export async function startServer(
  databaseUrl: string | undefined,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<BenchServer> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main], {
    env: {
      PATH,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Whatever ends the benchmark.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}`)));
    child.stdout.on('data', (data) => {
      output += data;
      const ready = /^Ringside is ready at (\S+)$/m.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
  });
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await metrics())?.[1]);
  const openHandles = async () => {
    const lines = (await metrics()).matchAll(/^nodejs_active_handles\{type="([^"]+)"\S* (\d+)/gm);
    return Object.fromEntries([...lines].map(([, type, count]) => [type, Number(count)]));
  };
  return { child, url, metric, openHandles, cpuSeconds: () => metric('process_cpu_seconds_total') };
}
