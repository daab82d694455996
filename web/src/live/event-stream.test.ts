import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeEventServer, eventFrame as frame } from '../test/event-server.ts';
import { EventStream, type StreamParts } from './event-stream.ts';

let server: ReturnType<typeof fakeEventServer>;
let stream: EventStream;
const events: unknown[] = [];
const poll = vi.fn(async () => {});

/** Streams pass bytes on in microtasks and, in Node, in immediates. */
async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

async function open(parts: Partial<StreamParts> = {}) {
  stream = new EventStream({
    connect: server.connect,
    poll,
    onEvent: ({ event, data }) => {
      events.push([event, data]);
      return event === 'gone';
    },
    random: () => 0,
    ...parts,
  });
  await settle();
}

function show(visibilityState: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  events.length = 0;
  poll.mockReset().mockResolvedValue();
  server = fakeEventServer();
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
});

describe('the stream', () => {
  it('passes events on, also in pieces, and ignores what is no event', async () => {
    await open();
    const text = `retry: 3000\n\n:\n\n${frame('banner', { text: 'Zürich' })}`;
    server.last().send(text.slice(0, 40));
    await settle();
    server.last().send(text.slice(40));
    server.last().send('event: banner\ndata: {"half\n\n');
    await settle();
    expect(events).toEqual([['banner', { text: 'Zürich' }]]);
    expect(stream.connection.get()).toBe('live');
    expect(poll).not.toHaveBeenCalled();
  });

  it('comes back after a drop, with the id of the last event, and backs off while nobody answers', async () => {
    await open();
    server.last().send(frame('banner', {}, 'banner-7'));
    await settle();
    server.last().break();
    await settle();
    expect(stream.connection.get()).toBe('reconnecting');
    server.refuse(() => {
      throw new TypeError('Failed to fetch');
    });
    await pass(1000);
    await pass(2000);
    await pass(3999);
    expect(server.calls()).toBe(3);
    server.refuse();
    await pass(1);
    expect(server.calls()).toBe(4);
    expect(server.last().lastEventId).toBe('banner-7');
    server.last().send(':\n\n');
    await settle();
    expect(stream.connection.get()).toBe('live');
  });

  it('waits as long as the server asks, with Retry-After and with retry', async () => {
    server.refuse(() => new Response(null, { status: 503, headers: { 'Retry-After': '7' } }));
    await open();
    await pass(6999);
    expect(server.calls()).toBe(1);
    server.refuse();
    await pass(1);
    expect(server.calls()).toBe(2);
    server.last().send('retry: 4000\n\n');
    await settle();
    server.last().end();
    await pass(3999);
    expect(server.calls()).toBe(2);
    await pass(1);
    expect(server.calls()).toBe(3);
  });

  it('spreads the clients of a restarted server', async () => {
    await open({ random: () => 1 });
    server.last().send('retry: 2000\n\n');
    await settle();
    server.last().end();
    await pass(2999);
    expect(server.calls()).toBe(1);
    await pass(1);
    expect(server.calls()).toBe(2);
  });

  it('polls after 45 s of silence, until it is heard again', async () => {
    await open();
    server.last().send(':\n\n');
    await pass(44_999);
    expect(stream.connection.get()).toBe('live');
    await pass(1);
    expect(stream.connection.get()).toBe('polling');
    expect(server.connections[0]?.isAborted()).toBe(true);
    expect(poll).toHaveBeenCalledTimes(1);
    await pass(20_000);
    expect(poll).toHaveBeenCalledTimes(2);
    poll.mockRejectedValueOnce(new Error('offline'));
    await pass(20_000);
    await pass(20_000);
    expect(poll).toHaveBeenCalledTimes(4);
    server.last().send(':\n\n');
    await settle();
    expect(stream.connection.get()).toBe('live');
    await pass(30_000);
    expect(poll).toHaveBeenCalledTimes(4);
  });

  it('polls at once when the server refuses the stream', async () => {
    server.refuse(() => new Response(null, { status: 404 }));
    await open();
    expect(stream.connection.get()).toBe('polling');
    expect(poll).toHaveBeenCalledTimes(1);
    await pass(59_999);
    expect(server.calls()).toBe(1);
    await pass(1);
    expect(server.calls()).toBe(2);
  });

  it('polls at once where too many streams are open, and comes back when told', async () => {
    server.refuse(() => new Response(null, { status: 429, headers: { 'Retry-After': '30' } }));
    await open();
    expect(stream.connection.get()).toBe('polling');
    await pass(29_999);
    expect(server.calls()).toBe(1);
    server.refuse();
    await pass(1);
    server.last().send(':\n\n');
    await settle();
    expect(stream.connection.get()).toBe('live');
  });

  it('does not come back after the last event', async () => {
    await open();
    server.last().send(frame('gone', {}));
    await settle();
    expect(stream.connection.get()).toBe('ended');
    expect(server.last().isAborted()).toBe(true);
    await pass(200_000);
    expect(server.calls()).toBe(1);
    expect(poll).not.toHaveBeenCalled();
  });

  it('sends nothing after close', async () => {
    await open();
    stream.close();
    expect(server.last().isAborted()).toBe(true);
    show('hidden');
    show('visible');
    window.dispatchEvent(new Event('online'));
    await pass(200_000);
    expect(server.calls()).toBe(1);
  });
});

describe('a hidden page', () => {
  it('rests after 30 s, and is back at once when it is shown', async () => {
    await open();
    server.last().send(':\n\n');
    await settle();
    show('hidden');
    await pass(29_999);
    expect(server.last().isAborted()).toBe(false);
    await pass(1);
    expect(server.last().isAborted()).toBe(true);
    expect(stream.connection.get()).toBe('resting');
    await pass(300_000);
    expect(server.calls()).toBe(1);
    expect(poll).not.toHaveBeenCalled();
    show('visible');
    await settle();
    expect(server.calls()).toBe(2);
  });

  it('keeps its stream for a quick look elsewhere, and while a video plays', async () => {
    const isPlaying = vi.fn(() => true);
    await open({ isPlaying });
    server.last().send(':\n\n');
    await settle();
    show('hidden');
    await pass(10_000);
    show('visible');
    await pass(25_000);
    server.last().send(':\n\n');
    await settle();
    show('hidden');
    await pass(40_000);
    expect(server.last().isAborted()).toBe(false);
    isPlaying.mockReturnValue(false);
    server.last().send(':\n\n');
    await pass(30_000);
    expect(stream.connection.get()).toBe('resting');
  });
});

it('does not wait for the back-off when the network is back, and connects once', async () => {
  server.refuse(() => new Response(null, { status: 502 }));
  await open();
  server.refuse();
  window.dispatchEvent(new Event('online'));
  await settle();
  window.dispatchEvent(new Event('online'));
  expect(server.calls()).toBe(2);
  await pass(5000);
  expect(server.calls()).toBe(2);
});
