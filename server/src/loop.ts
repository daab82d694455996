/**
 * Repeats a job in the background until it is disposed of. Two runs never overlap; the next one begins a *pause* after the end of
 * the last. A run that fails is logged, and the next one retries. While nothing may be stored, runs are left out.
 */

/** Disposing waits for the run in hand, up to the stop limit. */
export interface Loop extends AsyncDisposable {
  /** Something became due: runs at once, or once more after the run in hand. */
  wake(): void;
}

export interface LoopOptions {
  /** Resolves with true when more is due: the next run follows without a pause. The signal asks a long run to end early. */
  run: (about: { signal: AbortSignal; isWoken: boolean }) => Promise<unknown>;
  pauseMs: number;
  log: { warn: (fields: object, text: string) => void };
  /** What the log says about a run that failed. */
  failure: string;
  /** True while nothing may be stored, for example on a full disk. */
  isPaused?: (() => Promise<boolean>) | undefined;
  /** The first run begins after a pause, not at once. */
  startsWithPause?: boolean;
  /** Runs once more at the end: what was counted meanwhile is stored. */
  endsWithRun?: boolean;
  /** A stop does not wait longer for a slow mail server or provider. */
  stopLimitMs?: number;
}

export function startLoop(options: LoopOptions): Loop {
  const { stopLimitMs = 8_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWoken = false;
  let endPause = () => {};

  const ended = repeat();
  return {
    wake() {
      isWoken = true;
      endPause();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      endPause();
      const limit = new Promise((resolve) => setTimeout(resolve, stopLimitMs).unref());
      await Promise.race([options.endsWithRun ? ended.then(attempt) : ended, limit]);
    },
  };

  async function repeat(): Promise<void> {
    if (options.startsWithPause) await pause();
    while (!signal.aborted) {
      const isMoreDue = await attempt();
      // Woken during the run: what became due may have come too late for it.
      if (!isMoreDue && !isWoken && !signal.aborted) await pause();
    }
  }

  async function attempt(): Promise<boolean> {
    const about = { signal, isWoken };
    isWoken = false;
    try {
      return !(await options.isPaused?.()) && (await options.run(about)) === true;
    } catch (error) {
      options.log.warn({ err: error }, options.failure);
      return false;
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, options.pauseMs).unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
