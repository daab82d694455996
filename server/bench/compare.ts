/** Compares two servers of one process in alternating rounds: other work of the machine affects both equally. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

export interface Load {
  method?: string;
  path: string;
  headers?: Record<string, string>;
}

export interface Comparison {
  /** Requests per second, ours / bare; the median of the rounds. */
  ratio: number;
  /** The same by CPU time of the server per request: stays true when the load generator is the slower part. */
  cpuRatio: number;
  oursPerSecond: number;
  barePerSecond: number;
}

interface Round {
  perSecond: number;
  cpuPerRequest: number;
}

/** Starts `script`, calls `use` with the first message that it sends, and ends it afterwards. */
export async function withServers<T, R>(
  script: URL,
  args: string[],
  use: (servers: ChildProcess, first: T) => Promise<R>,
): Promise<R> {
  const servers = fork(fileURLToPath(script), args);
  try {
    return await use(servers, (await nextMessage(servers)) as T);
  } finally {
    if (servers.connected) servers.disconnect();
    if (servers.exitCode === null) await once(servers, 'exit');
  }
}

interface CompareOptions {
  rounds?: number;
  /** Of each server, in each round. */
  seconds?: number;
  connections?: number;
  warmUpSeconds?: number;
}

export async function compare(
  servers: ChildProcess,
  ports: { ours: number; bare: number },
  load: Load[],
  { rounds = 5, seconds = 2, connections = 20, warmUpSeconds = 1 }: CompareOptions = {},
): Promise<Comparison> {
  const round = (port: number, duration: number) =>
    measureRound(servers, port, load, { duration, connections });
  for (const port of warmUpSeconds > 0 ? [ports.ours, ports.bare] : []) await round(port, warmUpSeconds);
  const results: { ours: Round; bare: Round }[] = [];
  for (let index = 0; index < rounds; index += 1) {
    const bare = await round(ports.bare, seconds);
    const ours = await round(ports.ours, seconds);
    results.push({ ours, bare });
  }
  return {
    ratio: median(results.map(({ ours, bare }) => ours.perSecond / bare.perSecond)),
    cpuRatio: median(results.map(({ ours, bare }) => bare.cpuPerRequest / ours.cpuPerRequest)),
    oursPerSecond: median(results.map(({ ours }) => ours.perSecond)),
    barePerSecond: median(results.map(({ bare }) => bare.perSecond)),
  };
}

async function measureRound(
  servers: ChildProcess,
  port: number,
  load: Load[],
  { duration, connections }: { duration: number; connections: number },
): Promise<Round> {
  const before = await cpuOf(servers);
  const result = await autocannon({ url: `http://127.0.0.1:${port}`, connections, duration, requests: load });
  const cpu = (await cpuOf(servers)) - before;
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(
      `${result.errors} errors and ${result.non2xx} refusals of ${result.requests.total} requests`,
    );
  }
  return { perSecond: result.requests.average, cpuPerRequest: cpu / result.requests.total };
}

/** Microseconds of CPU time that the servers have used. */
async function cpuOf(servers: ChildProcess): Promise<number> {
  servers.send('cpu');
  const { user, system } = (await nextMessage(servers)) as NodeJS.CpuUsage;
  return user + system;
}

async function nextMessage(servers: ChildProcess): Promise<unknown> {
  const stop = new AbortController();
  const { signal } = stop;
  const failed = once(servers, 'exit', { signal }).then(([code]) => {
    throw new Error(`The servers ended with code ${code}`);
  });
  try {
    const [message] = await Promise.race([once(servers, 'message', { signal }), failed]);
    return message;
  } finally {
    failed.catch(() => {});
    stop.abort();
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
