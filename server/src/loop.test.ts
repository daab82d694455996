import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LoopOptions, startLoop } from './loop.ts';

const pauseMs = 5_000;
const warn = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  warn.mockClear();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A loop whose runs end at once, or with the promise that `next` returns. */
function start(options: Partial<LoopOptions> = {}) {
  const next = vi.fn<LoopOptions['run']>(async () => undefined);
  const loop = startLoop({ run: next, pauseMs, log: { warn }, failure: 'it failed', ...options });
  return { loop, next };
}

describe('a loop', () => {
  it('runs at once, and again a pause after the end of each run', async () => {
    const { loop, next } = start();
    next.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
    await passes(0);
    expect(next).toHaveBeenCalledTimes(1);
    await passes(2_000 + pauseMs - 1);
    expect(next).toHaveBeenCalledTimes(1);
    await passes(1);
    expect(next).toHaveBeenCalledTimes(2);
    await loop[Symbol.asyncDispose]();
  });

  it('begins with a pause where that is asked for', async () => {
    const { loop, next } = start({ startsWithPause: true });
    await passes(pauseMs - 1);
    expect(next).not.toHaveBeenCalled();
    await passes(1);
    expect(next).toHaveBeenCalledTimes(1);
    await loop[Symbol.asyncDispose]();
  });

  it('runs at once when it is woken, and knows it', async () => {
    const { loop, next } = start();
    await passes(0);
    loop.wake();
    await passes(0);
    expect(next.mock.calls.map(([{ isWoken }]) => isWoken)).toEqual([false, true]);
    await passes(pauseMs);
    expect(next.mock.calls.map(([{ isWoken }]) => isWoken)).toEqual([false, true, false]);
    await loop[Symbol.asyncDispose]();
  });

  it('never runs twice at once: woken during a run, it runs once more after it', async () => {
    const { loop, next } = start();
    const held = Promise.withResolvers<void>();
    next.mockImplementationOnce(() => held.promise);
    await passes(0);
    loop.wake();
    loop.wake();
    await passes(10 * pauseMs);
    expect(next).toHaveBeenCalledTimes(1);
    held.resolve();
    await passes(0);
    expect(next).toHaveBeenCalledTimes(2);
    await loop[Symbol.asyncDispose]();
  });

  it('makes no pause while more is due', async () => {
    const { loop, next } = start();
    next.mockResolvedValueOnce(true).mockResolvedValueOnce(true).mockResolvedValueOnce(false);
    await passes(0);
    expect(next).toHaveBeenCalledTimes(3);
    await loop[Symbol.asyncDispose]();
  });

  it('logs a failure, and retries after the pause', async () => {
    const { loop, next } = start();
    const error = new Error('The database is away');
    next.mockRejectedValueOnce(error);
    await passes(0);
    expect(warn.mock.calls).toEqual([[{ err: error }, 'it failed']]);
    await passes(pauseMs - 1);
    expect(next).toHaveBeenCalledTimes(1);
    await passes(1);
    expect(next).toHaveBeenCalledTimes(2);
    await loop[Symbol.asyncDispose]();
  });

  it('does not run while nothing may be stored', async () => {
    let isFull = true;
    const { loop, next } = start({ isPaused: async () => isFull });
    loop.wake();
    await passes(2 * pauseMs);
    expect(next).not.toHaveBeenCalled();
    isFull = false;
    await passes(pauseMs);
    expect(next).toHaveBeenCalledTimes(1);
    await loop[Symbol.asyncDispose]();
  });
});

describe('the stop of a loop', () => {
  it('waits for the run in hand, and starts no other', async () => {
    const { loop, next } = start();
    const held = Promise.withResolvers<boolean>();
    next.mockImplementationOnce(() => held.promise);
    await passes(0);
    loop.wake();
    const stopped = vi.fn();
    const stopping = loop[Symbol.asyncDispose]().then(stopped);
    await passes(7_999);
    expect(next.mock.calls[0]?.[0].signal.aborted).toBe(true);
    expect(stopped).not.toHaveBeenCalled();
    held.resolve(true);
    await stopping;
    loop.wake();
    await passes(10 * pauseMs);
    expect(next).toHaveBeenCalledTimes(1);
  });

  it.each([false, true])('ends a pause, also the first one: %s', async (startsWithPause) => {
    const { loop, next } = start({ startsWithPause });
    await passes(0);
    await loop[Symbol.asyncDispose]();
    expect(next).toHaveBeenCalledTimes(startsWithPause ? 0 : 1);
  });

  it('does not wait beyond its limit', async () => {
    const { loop, next } = start({ stopLimitMs: 1_000 });
    next.mockImplementationOnce(() => new Promise(() => {}));
    await passes(0);
    const stopped = vi.fn();
    const stopping = loop[Symbol.asyncDispose]().then(stopped);
    await passes(999);
    expect(stopped).not.toHaveBeenCalled();
    await passes(1);
    await stopping;
  });

  it('runs once more where that is asked for, after the run in hand', async () => {
    const { loop, next } = start({ startsWithPause: true, endsWithRun: true });
    await loop[Symbol.asyncDispose]();
    expect(next).toHaveBeenCalledTimes(1);
  });
});
