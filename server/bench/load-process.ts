/** A process that sends requests at a steady rate (`steady-load.ts`). */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SteadyRequest } from './steady-load.ts';

/** Milliseconds until an answer, and the number of requests without one. */
export interface Phase {
  p50: number;
  p99: number;
  failed: number;
}

export interface LoadProcess {
  child: ChildProcess;
  /** Measures the requests that are sent while `use` runs. */
  measure(use: () => Promise<unknown>): Promise<Phase>;
}

/** @param requests sent in turns; a URL is a GET of it. */
export async function startLoad(requests: string | SteadyRequest[]): Promise<LoadProcess> {
  const child = fork(fileURLToPath(new URL('./steady-load.ts', import.meta.url)));
  child.send(typeof requests === 'string' ? [{ method: 'GET', path: requests, headers: {} }] : requests);
  await once(child, 'message');
  return {
    child,
    async measure(use) {
      child.send('begin');
      await use();
      child.send('end');
      const [phase] = await once(child, 'message');
      return phase as Phase;
    },
  };
}
