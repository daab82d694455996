/** What a push service may answer to the message of a reminder (docs/product.md, 42.10). */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createDevice } from './push-service.ts';
import { hour, setUpPush } from './push-setup.ts';

const {
  answerWith,
  api,
  createSender,
  insertReminded,
  insertWaiting,
  isSubscribed,
  logged,
  makeDue,
  messagesOf,
  queue,
  send,
  service,
} = await setUpPush();

describe('a push service', () => {
  it.each([404, 410])('that says %i ends the subscription (42.10)', async (status) => {
    const { device, browser } = await insertWaiting();
    answerWith(status);
    await send();
    expect([await isSubscribed(device), await messagesOf(device)]).toEqual([false, []]);
    await makeDue();
    await send();
    expect(service.sent(browser)).toHaveLength(1);
    expect(logged().join()).toContain('push.example.org');
    expect(logged().join()).not.toContain(new URL(browser.subscription.endpoint).pathname);
  });

  it('that says 410 does not end the subscription that replaced it meanwhile (42.10)', async () => {
    const { device, browser } = await insertWaiting();
    const renewed = createDevice();
    service.answer((response) => {
      void device.request('PUT /api/v1/reminders/push', { body: renewed.subscription }).then(() => {
        response.writeHead(410).end();
      });
    });
    await send();
    expect(service.sent(browser)).toHaveLength(1);
    expect(await isSubscribed(device)).toBe(true);
  });

  it('that changes the protocol holds up nobody, and is asked again (42.10)', async () => {
    const { device, browser } = await insertWaiting();
    service.answer((response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    await send();
    expect([service.sent(browser).length, (await messagesOf(device)).length]).toEqual([1, 1]);
  });

  it.each([500, 503, 429])('that says %i is asked again (42.10)', async (status) => {
    const { device, browser } = await insertWaiting();
    answerWith(status);
    await send();
    await send();
    expect(service.sent(browser)).toHaveLength(1);
    await makeDue();
    answerWith(201);
    await send();
    expect([service.sent(browser).length, await messagesOf(device)]).toEqual([2, []]);
  });

  it('that names a pause gets it, up to a quarter of an hour (42.10)', async () => {
    const pauseOf = async (seconds: string) => {
      const { device } = await insertWaiting();
      answerWith(429, { 'retry-after': seconds });
      const before = Date.now();
      await send();
      const [message] = await messagesOf(device);
      return Math.round((Date.parse(String(message?.dueAt)) - before) / 60_000);
    };
    expect([await pauseOf('300'), await pauseOf('800000'), await pauseOf('soon')]).toEqual([5, 15, 0]);
  });

  it.each([400, 403, 413, 301])(
    'that says %i gets no second try, and keeps the device (42.10)',
    async (status) => {
      const { device, browser } = await insertWaiting();
      answerWith(status, { location: 'https://127.0.0.1/' });
      await send();
      await makeDue();
      await send();
      expect([service.sent(browser).length, await isSubscribed(device)]).toEqual([1, true]);
    },
  );

  it('that is away is given up when the event begins (42.10)', async () => {
    const { device } = await insertWaiting();
    answerWith(503);
    api.clock.advance(hour - 5_000);
    await send();
    expect([await messagesOf(device), logged().join()]).toEqual([[], expect.stringContaining('given up')]);
  });

  it('that never answers, or without an end, holds up nobody (42.10)', async () => {
    const silent = await insertWaiting();
    const talkative = await insertReminded();
    const quick = await insertReminded();
    api.clock.advance(4 * hour);
    await queue();
    const isFor = ({ browser }: typeof quick, at: string) => browser.subscription.endpoint.endsWith(at);
    const opened: ServerResponse[] = [];
    service.answer((response, { path }) => {
      if (isFor(quick, path)) return response.writeHead(201).end();
      opened.push(response);
      if (isFor(talkative, path)) response.writeHead(201).write('x'.repeat(100_000));
    });
    await send({ sender: createSender(300), lanes: 2 });
    expect([await messagesOf(quick.device), await messagesOf(talkative.device)]).toEqual([[], []]);
    expect(await messagesOf(silent.device)).toMatchObject([{ attempts: 1 }]);
    await expect.poll(() => opened.every(({ socket }) => socket?.destroyed ?? true)).toBe(true);
  });

  it('is never one of the own network, even if such an address is stored (42.5)', async () => {
    const { device } = await insertWaiting();
    const endpoint = `https://127.0.0.1/${randomUUID()}`;
    const { sessionId } = device;
    await api.db
      .updateTable('pushSubscriptions')
      .set({ endpoint })
      .where('sessionId', '=', sessionId)
      .execute();
    const before = service.sent().length;
    await send();
    expect([service.sent().length, await isSubscribed(device)]).toEqual([before, false]);
  });
});
