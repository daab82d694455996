/** When a server that has ended by a fault of its own is started again. */
import { exitCodes } from '../server/src/exit-codes.ts';

export const mostRestarts = 5;
const withinMs = 10 * 60_000;
const pauseStepMs = 2_000;

/** How a process has ended. */
export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Of a server that was asked to end, or that can run only after somebody has changed something. */
const lastCodes: readonly (number | null)[] = [0, exitCodes.taken, exitCodes.refused];
const lastSignals: readonly (NodeJS.Signals | null)[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

export class Restarts {
  #atMs: number[] = [];

  /** @returns the wait before the next start in milliseconds; undefined: the server is not started again. */
  pauseAfter({ code, signal }: End, nowMs: number): number | undefined {
    if (lastCodes.includes(code) || lastSignals.includes(signal)) return undefined;
    this.#atMs = this.#atMs.filter((atMs) => nowMs - atMs < withinMs);
    if (this.#atMs.length === mostRestarts) return undefined;
    this.#atMs.push(nowMs);
    // The first time at once, because viewers wait.
    return (this.#atMs.length - 1) * pauseStepMs;
  }

  /** Within the ten minutes. */
  get count(): number {
    return this.#atMs.length;
  }
}
