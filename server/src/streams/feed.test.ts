import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { eventFrame } from './event-frame.ts';
import type { EventStream } from './event-stream.ts';
import { Feed, type Subscription } from './feed.ts';

/** A feed of one number, which tests change. */
function startFeed() {
  const state = { number: 1 as number | undefined, fault: undefined as Error | undefined, loads: 0 };
  const warn = vi.fn();
  const feed = new Feed({
    async load() {
      state.loads++;
      const { number, fault } = state;
      await wait(10);
      if (fault) throw fault;
      return number === undefined ? undefined : [eventFrame('number', { number })];
    },
    log: { warn },
  });
  return { state, feed, warn };
}

function attach(subscription: Subscription | undefined) {
  const received: string[] = [];
  const stream = {
    send: (_frames: unknown, bytes: Buffer) => void received.push(String(bytes)),
    end: (bytes: Buffer) => void received.push(String(bytes)),
  };
  const detach = subscription?.attach(stream as unknown as EventStream);
  const numbers = () =>
    [...received.join('').matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
  return { numbers, text: () => received.join(''), detach: () => detach?.() };
}

describe('a feed', () => {
  it('reads once for all that come at the same time, and again after everybody has left', async () => {
    const { state, feed } = startFeed();
    const streams = (await Promise.all(Array.from({ length: 9 }, () => feed.subscribe('a')))).map(attach);
    expect(streams.map(({ numbers }) => numbers())).toEqual(streams.map(() => [1]));
    expect([state.loads, feed.size]).toEqual([1, 1]);
    for (const { detach } of streams) detach();
    expect(feed.size).toBe(0);
    attach(await feed.subscribe('a'));
    expect(state.loads).toBe(2);
  });

  it('forgets a subject that nobody opens', async () => {
    const { feed } = startFeed();
    (await feed.subscribe('a'))?.release();
    expect(feed.size).toBe(0);
  });

  it('reads again when something changes while it reads', async () => {
    const { state, feed } = startFeed();
    const subscribing = feed.subscribe('a');
    state.number = 2;
    feed.changed('a');
    const { numbers } = attach(await subscribing);
    await vi.waitFor(() => expect(numbers()).toEqual([1, 2]), 15_000);
  });

  it('reads a burst of changes a few times, and sends the last one', async () => {
    const { state, feed } = startFeed();
    const { numbers } = attach(await feed.subscribe('a'));
    for (state.number = 2; state.number < 60; state.number++) {
      feed.changed('a');
      await wait(5);
    }
    await vi.waitFor(() => expect(numbers().at(-1)).toBe(60), 15_000);
    expect(state.loads).toBeLessThan(8);
  });

  it('tries a failed reading again, and keeps its streams', async () => {
    const { state, feed, warn } = startFeed();
    const { numbers } = attach(await feed.subscribe('a'));
    state.fault = new Error('away');
    state.number = 2;
    feed.changedAll();
    await vi.waitFor(
      () => expect(warn).toHaveBeenCalledWith({ err: state.fault }, expect.any(String)),
      15_000,
    );
    state.fault = undefined;
    await vi.waitFor(() => expect(numbers()).toEqual([1, 2]), { timeout: 20_000 });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('reports a failed first reading to the caller, and starts anew for the next one', async () => {
    const { state, feed } = startFeed();
    state.fault = new Error('away');
    await expect(Promise.all([feed.subscribe('a'), feed.subscribe('a')])).rejects.toThrow('away');
    await vi.waitFor(() => expect(feed.size).toBe(0), 15_000);
    state.fault = undefined;
    expect(attach(await feed.subscribe('a')).numbers()).toEqual([1]);
  });

  it('ends its streams when the subject is gone, and finds it again when it is back', async () => {
    const { state, feed } = startFeed();
    const stream = attach(await feed.subscribe('a'));
    state.number = undefined;
    feed.changed('a');
    await vi.waitFor(() => expect(stream.text()).toContain('event: gone'), 15_000);
    expect([await feed.subscribe('a'), feed.size]).toEqual([undefined, 0]);
    stream.detach();
    state.number = 3;
    expect(attach(await feed.subscribe('a')).numbers()).toEqual([3]);
  });
});
