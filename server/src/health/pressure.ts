/** How hard the process and its database are pressed: what overload is told by. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Pressure {
  /** How late the event loop was on average, in each of the last two quarters of a second. */
  eventLoopDelayMs(): number;
  /** How long the first of those who wait for a connection has waited. */
  databaseWaitMs(): number;
}

const resolutionMs = 20;
const windowMs = 250;

export interface EventLoopWatch extends Disposable {
  delayMs(): number;
}

/** A single hiccup (a collection of garbage, a big answer) is no pressure: it takes two windows in a row. */
export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let current = 0;
  let previous = 0;
  let count = 0;
  let sum = 0;
  const timer = setInterval(() => {
    // Never reset: after that it passes over the next sample, which in a loop that is blocked is the only one.
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
    [Symbol.dispose]() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
