/**
 * Measures the load of the process and its database, for load shedding.
 * It measures what makes viewers wait, not memory or the number of requests. The code is ours, because the histogram
 * of `@fastify/under-pressure` does not see a loop that is blocked all the time.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Pressure {
  /** The average delay of the event loop: the smaller one of the last two windows. */
  eventLoopDelayMs(): number;
  /** How long the first request in the queue for a connection has waited. */
  databaseWaitMs(): number;
}

const resolutionMs = 20;
const windowMs = 250;

export interface EventLoopWatch extends Disposable {
  delayMs(): number;
  /** Begins anew: what has delayed the start of a server is no load of its requests. */
  forget(): void;
}

/** One slow window is no overload (a garbage collection, a large answer): only two in a row count. */
export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let current = 0;
  let previous = 0;
  let count = 0;
  let sum = 0;
  // Never reset the histogram: after a reset it skips the next sample, which is the only one while the loop is blocked.
  const forget = () => {
    count = histogram.count;
    sum = histogram.mean * histogram.count;
    previous = 0;
    current = 0;
  };
  const timer = setInterval(() => {
    const samples = histogram.count - count;
    const delays = histogram.mean * histogram.count - sum;
    if (samples === 0) return;
    previous = current;
    current = Math.max(0, delays / samples / 1e6 - resolutionMs);
    count += samples;
    sum += delays;
  }, windowMs);
  timer.unref();
  return {
    delayMs: () => Math.min(current, previous),
    forget,
    [Symbol.dispose]() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
