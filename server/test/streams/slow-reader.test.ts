/** A client that does not read costs little, disturbs nobody, and gets the newest state in the end. */
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Channel } from '../../src/streams/channel.ts';
import { eventFrame } from '../../src/streams/event-frame.ts';
import { EventStream } from '../../src/streams/event-stream.ts';

const channel = new Channel();
const opened: Array<{ stream: EventStream; response: ServerResponse }> = [];
const server = createServer((_request, response) => {
  const stream = new EventStream(response);
  opened.push({ stream, response });
  channel.add(stream);
  response.on('close', () => channel.remove(stream));
}).listen(0, '127.0.0.1');

async function open(): Promise<{ answer: IncomingMessage; stream: EventStream; response: ServerResponse }> {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve);
  });
  answer.on('error', () => {});
  return { answer, ...(opened.at(-1) as (typeof opened)[0]) };
}

const large = 'x'.repeat(64 * 1024);
/** More than the buffers of both sides hold. */
const changes = 400;

afterEach(() => {
  vi.useRealTimers();
  for (const { response } of opened) response.destroy();
});

describe('a client that never reads', () => {
  it('keeps one state of each kind waiting, and gets the newest when it reads', {
    timeout: 30_000,
  }, async () => {
    const slow = await open();
    const quick = await open();
    let read = '';
    quick.answer.setEncoding('utf8').on('data', (part) => {
      read = (read + part).slice(-100_000);
    });
    let most = 0;
    for (let number = 1; number <= changes; number++) {
      await channel.publish([eventFrame('large', { number, large }), eventFrame('small', { number })]);
      await wait(1);
      most = Math.max(most, slow.response.writableLength);
    }
    await vi.waitFor(() => expect(read).toContain(`"number":${changes}}`), 15_000);
    // One event that the kernel did not take any more, and no queue behind it.
    expect(most).toBeLessThan(3 * large.length);
    let late = '';
    slow.answer.setEncoding('utf8').on('data', (part) => {
      late += part;
    });
    await vi.waitFor(() => expect(late).toContain(`"number":${changes}}`), 15_000);
    const numbers = [...late.matchAll(/"number":(\d+)}/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.length).toBeLessThan(changes / 2);
    expect(late.endsWith('\n\n')).toBe(true);
  });

  it('is cut after 30 seconds', async () => {
    const begun = performance.now();
    const slow = await open();
    for (let number = 1; number <= changes; number++) {
      await channel.publish([eventFrame('large', { number, again: true, large })]);
      await wait(1);
    }
    slow.stream.beat(begun + 29_000);
    expect(slow.response.destroyed).toBe(false);
    slow.stream.beat(performance.now() + 31_000);
    expect(slow.response.destroyed).toBe(true);
  });
});

describe('a change that is being sent', () => {
  it('is overtaken by a newer one of its kind, and by no other', async () => {
    const channelOfMany = new Channel();
    const received: string[][] = [];
    for (let index = 0; index < 600; index++) {
      const parts: string[] = [];
      received.push(parts);
      channelOfMany.add({
        send: (_frames: unknown, bytes: Buffer) => void parts.push(String(bytes)),
      } as never);
    }
    const first = channelOfMany.publish([eventFrame('one', { number: 1 }), eventFrame('two', { number: 1 })]);
    await Promise.all([first, channelOfMany.publish([eventFrame('one', { number: 2 })])]);
    for (const parts of received) {
      const text = parts.join('');
      expect(text.match(/event: two/g)).toHaveLength(1);
      expect([...text.matchAll(/event: one\ndata: {"number":(\d)}/g)].at(-1)?.[1]).toBe('2');
    }
    expect(
      received.filter((parts) => parts.join('').includes('event: one\ndata: {"number":1}')),
    ).toHaveLength(250);
  });
});
