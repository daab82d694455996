/** Ringside as a process of its own, for a benchmark. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  child: ChildProcess;
  url: string;
  cpuSeconds(): Promise<number>;
  /** A value of `/metrics`. */
  metric(name: string): Promise<number>;
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
      ...{ PATH, PORT: '0', DEMO: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir },
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
  const metric = async (name: string) => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  };
  return { child, url, metric, cpuSeconds: () => metric('process_cpu_seconds_total') };
}
