import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DatabaseClock, followClock } from './database-clock.ts';

const [second, hour] = [1_000, 3_600_000];

/** The right time goes on with the fake timers; the machine's date does too, until a test sets it. */
let rightMs: (steadyMs: number) => number;
let trips: Array<{ out: number; back: number }>;
let fault: Error | undefined;
let reads = 0;
let clock: DatabaseClock;
const steps: number[] = [];
const faults: unknown[] = [];

const trip = (out: number, back: number) => ({ out, back });
/** How far the clock is ahead of the database, in whole milliseconds. */
const errorMs = () => clock.now().getTime() - Math.floor(rightMs(performance.now()));
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function read(): Promise<number> {
  const { out, back } = trips[reads++ % trips.length] as (typeof trips)[number];
  if (fault) throw fault;
  await pass(out);
  const ms = rightMs(performance.now());
  await pass(back);
  return ms;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  const start = Date.UTC(2026, 10, 21, 20);
  // This machine is a minute and a half behind.
  vi.setSystemTime(start - 90 * second);
  const steadyAtStart = performance.now();
  // In the middle of a millisecond, so that no rounding decides.
  rightMs = (steadyMs) => start + 0.5 + steadyMs - steadyAtStart;
  trips = [trip(1, 1)];
  fault = undefined;
  reads = 0;
  faults.length = 0;
  steps.length = 0;
});
afterEach(() => {
  clock?.[Symbol.dispose]();
  vi.useRealTimers();
});

const start = async () => {
  const starting = followClock(read, {
    onError: (error) => void faults.push(error),
    onStep: async ({ stepMs }) => void steps.push(stepMs),
  });
  starting.catch(() => {});
  await vi.advanceTimersByTimeAsync(3 * second);
  clock = await starting;
};
/** From now on the date of the database is another one. */
const setDatabase = (aheadMs: number) => {
  const before = rightMs;
  rightMs = (steadyMs) => before(steadyMs) + aheadMs;
};

describe('followClock', () => {
  it('tells the time of the database, whatever the date of the machine is', async () => {
    await start();
    expect(errorMs()).toBe(0);
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(errorMs()).toBe(0);
  });

  it('is off by at most half of the shortest trip, however lopsided the trips are', async () => {
    trips = [trip(300, 0), trip(0, 500), trip(4, 0), trip(0, 90), trip(800, 800)];
    await start();
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(2);
  });

  it('neither jumps nor steps back when later trips are long and lopsided', async () => {
    await start();
    let last = clock.now().getTime();
    for (const lopsided of [trip(0, 2 * second), trip(2 * second, 0), trip(0, 9)]) {
      trips = [lopsided];
      for (let seconds = 0; seconds < 60; seconds++) {
        await vi.advanceTimersByTimeAsync(second);
        expect(errorMs()).toBe(0);
        expect(clock.now().getTime()).toBeGreaterThanOrEqual(last);
        last = clock.now().getTime();
      }
    }
    expect(reads).toBeGreaterThan(20);
  });

  it('follows a steady clock that goes wrong, in small steps', async () => {
    await start();
    const [right, begin] = [rightMs, performance.now()];
    // It loses 9 s a day, much more than a common clock: 3 ms between two measurements.
    rightMs = (steadyMs) => right(steadyMs) + (steadyMs - begin) * 1e-4;
    for (let seconds = 0; seconds < 600; seconds++) {
      await vi.advanceTimersByTimeAsync(second);
      expect(Math.abs(errorMs())).toBeLessThanOrEqual(5);
    }
  });

  it('follows within half a minute when the date of the database is set, in both directions', async () => {
    await start();
    for (const step of [90 * second, -180 * second]) {
      setDatabase(step);
      await vi.advanceTimersByTimeAsync(31 * second);
      expect(Math.abs(errorMs())).toBeLessThanOrEqual(1);
    }
    expect(steps.map((ms) => Math.round(ms / second))).toEqual([90, -180]);
  });

  it('takes no notice of a machine whose date is set, but looks again at once', async () => {
    await start();
    for (const step of [hour, -hour]) {
      const before = reads;
      vi.setSystemTime(Date.now() + step);
      expect(errorMs()).toBe(0);
      await vi.advanceTimersByTimeAsync(20);
      expect([errorMs(), reads - before]).toEqual([0, 5]);
      expect(errorMs()).toBe(0);
      await vi.advanceTimersByTimeAsync(20);
      expect(reads - before).toBe(5);
    }
  });

  it('is right again at once after a machine slept', async () => {
    await start();
    // The steady clock stood still.
    setDatabase(hour);
    vi.setSystemTime(Date.now() + hour);
    expect(errorMs()).toBe(-hour);
    await vi.advanceTimersByTimeAsync(20);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(1);
  });

  it('is right again after a machine slept in the middle of a measurement', async () => {
    await start();
    trips = [trip(1, 10)];
    await vi.advanceTimersByTimeAsync(27 * second + 5);
    setDatabase(hour);
    vi.setSystemTime(Date.now() + hour);
    await vi.advanceTimersByTimeAsync(second);
    clock.now();
    await vi.advanceTimersByTimeAsync(second);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(10);
  });

  it('goes on while the database is away, and asks again every few seconds', async () => {
    await start();
    fault = new Error('away');
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(errorMs()).toBe(0);
    expect(faults.length).toBeGreaterThanOrEqual(5);
    expect(faults.length).toBeLessThanOrEqual(8);
    fault = undefined;
    setDatabase(hour);
    await vi.advanceTimersByTimeAsync(6 * second);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(1);
  });

  it('does not start without the database', async () => {
    fault = new Error('away');
    await expect(start()).rejects.toThrow('away');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks no more after its end', async () => {
    await start();
    clock[Symbol.dispose]();
    const before = reads;
    await vi.advanceTimersByTimeAsync(300 * second);
    expect([reads - before, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
