/** The message of a reminder on its way to an iPhone (docs/product.md, 42.19 to 42.22). */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { createApnsSender } from '../../src/reminders/push/apns-sender.ts';
import { createPushSender, type PushSender } from '../../src/reminders/push/push-sender.ts';
import { refuse, startAppleService, takeIt } from './apple-service.ts';
import { hour, setUpPush } from './push-setup.ts';

const apple = await startAppleService();
afterAll(() => apple[Symbol.asyncDispose]());
const { api, inMs, insertRemindedApp, isAppOn, logged, makeDue, messagesOf, queue, send } = await setUpPush({
  apns: apple.settings,
});

const senders: PushSender[] = [];
afterAll(() => senders.map((one) => one[Symbol.dispose]()));
function senderTo(changes: Partial<typeof apple.settings> = {}, limitMs?: number): PushSender {
  const browsers = { send: async () => ({ result: 'refused' as const }), [Symbol.dispose]() {} };
  const options = { now: api.clock.now, ...(limitMs === undefined ? {} : { limitMs }) };
  const sender = createPushSender({
    browsers,
    apps: { apns: createApnsSender({ ...apple.settings, ...changes }, options) },
  });
  senders.push(sender);
  return sender;
}
const sender = senderTo();
const sendOut = (changes = {}) => send({ sender, ...changes });

beforeEach(() => apple.answer(takeIt));

async function insertWaiting(event = {}) {
  const reminded = await insertRemindedApp('apns', event);
  api.clock.advance(4 * hour);
  await queue();
  return reminded;
}

describe('a reminder for an iPhone', () => {
  it('says what begins and when, to this app alone, until it is of no more use (42.19)', async () => {
    const startDate = '2035-01-06T19:00:00.000Z';
    const name = `Köln "Rumble" ${'拳'.repeat(200)}`;
    const { eventId, device, token } = await insertRemindedApp('apns', {
      name,
      startDate,
      endDate: '2035-01-06T23:00:00.000Z',
      timezone: 'Europe/Brussels',
    });
    api.clock.advance(Date.parse(startDate) - hour - api.clock.now().getTime());
    // The sign-in lasts 90 days.
    await api.db.updateTable('loginSessions').set({ endsAt: '2036-01-01T00:00:00Z' }).execute();
    await queue();
    await sendOut();
    const [call, ...more] = apple.sent(token);
    expect([more, await messagesOf(device)]).toEqual([[], []]);
    expect(call?.headers).toMatchObject({
      ':method': 'POST',
      'apns-topic': 'live.ringside.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Date.parse(startDate) / 1_000),
      'apns-collapse-id': `reminder-${eventId}`,
      'apns-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(call?.body.aps).toEqual({
      alert: { title: name, body: 'Begins at 20:00 CET.' },
      sound: 'default',
    });
    expect(Object.keys(call?.body ?? {})).toEqual(['aps', 'slug', 'startDate']);
    // Apple takes 4 KB, and a collapse id of 64 bytes.
    expect(Buffer.byteLength(JSON.stringify(call?.body))).toBeLessThan(4_096);
    expect(`reminder-${eventId}`.length).toBeLessThan(64);
  });

  it('shares a connection and a signature, which is renewed within the hour (42.20)', async () => {
    const before = apple.sessions.length;
    const own = senderTo();
    const signatures = new Set<unknown>();
    for (let minutes = 0; minutes <= 80; minutes += 20) {
      const { token } = await insertWaiting();
      await sendOut({ sender: own });
      const [call] = apple.sent(token);
      const [, claims = ''] = String(call?.headers.authorization).split('.');
      const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      const ageMs = api.clock.now().getTime() - iat * 1_000;
      expect([ageMs >= 0, ageMs < hour]).toEqual([true, true]);
      signatures.add(call?.headers.authorization);
    }
    // Four hours lie between two of them.
    expect([signatures.size, apple.sessions.length - before]).toEqual([5, 1]);
    const both = [await insertWaiting(), await insertWaiting()];
    await sendOut({ sender: own });
    const last = both.map(({ token }) => apple.sent(token)[0]?.headers.authorization);
    expect(new Set(last).size).toBe(1);
  });

  it('of a server whose keys are gone waits for another one (42.17)', async () => {
    const { device, token } = await insertWaiting();
    const without = createPushSender({
      apps: {},
      browsers: { send: async () => ({ result: 'refused' as const }), [Symbol.dispose]() {} },
    });
    await send({ sender: without });
    expect(await messagesOf(device)).toHaveLength(1);
    await makeDue();
    await sendOut();
    expect([apple.sent(token).length, await messagesOf(device)]).toEqual([1, []]);
  });
});

describe("Apple's service", () => {
  it.each([
    [410, 'Unregistered'],
    [410, 'ExpiredToken'],
  ])('that says %i %s ends the subscription (42.21)', async (status, reason) => {
    const { device, token } = await insertWaiting();
    apple.answer(refuse(status, reason));
    await sendOut();
    expect([await isAppOn(device), await messagesOf(device)]).toEqual([false, []]);
    await makeDue();
    await sendOut();
    expect(apple.sent(token)).toHaveLength(1);
    expect(logged().join()).not.toContain(token);
  });

  it.each([
    [429, 'TooManyRequests'],
    [500, 'InternalServerError'],
    [503, undefined],
    // Faults of the operator's settings.
    [403, 'InvalidProviderToken'],
    [400, 'TopicDisallowed'],
    [400, 'BadDeviceToken'],
    [400, 'DeviceTokenNotForTopic'],
  ])('that says %i %s is asked again (42.21)', async (status, reason) => {
    const { device, token } = await insertWaiting();
    apple.answer(refuse(status, reason));
    await sendOut();
    await sendOut();
    expect([apple.sent(token).length, (await messagesOf(device)).length]).toEqual([1, 1]);
    if (reason) expect(logged().join()).toContain(reason);
    await makeDue();
    apple.answer(takeIt);
    await sendOut();
    expect([apple.sent(token).length, await messagesOf(device), await isAppOn(device)]).toEqual([
      2,
      [],
      true,
    ]);
  });

  it('that names a pause gets it, up to a quarter of an hour (42.21)', async () => {
    const pauseOf = async (seconds: string) => {
      const { device } = await insertWaiting();
      apple.answer(refuse(429, 'TooManyRequests', { 'retry-after': seconds }));
      const before = Date.now();
      await sendOut();
      const [message] = await messagesOf(device);
      return Math.round((Date.parse(String(message?.dueAt)) - before) / 60_000);
    };
    expect([await pauseOf('300'), await pauseOf('800000')]).toEqual([5, 15]);
  });

  it('that does not take a signature as fresh any more gets another one (42.20)', async () => {
    const { token } = await insertWaiting();
    apple.answer(refuse(403, 'ExpiredProviderToken'));
    await sendOut();
    apple.answer(takeIt);
    api.clock.advance(1_000);
    await makeDue();
    await sendOut();
    const [first, second] = apple.sent(token).map(({ headers }) => headers.authorization);
    expect([typeof second, first === second]).toEqual(['string', false]);
  });

  it.each([400, 405, 410, 413])(
    'that says %i gets no second try, and keeps the device (42.21)',
    async (status) => {
      const { device, token } = await insertWaiting();
      apple.answer(refuse(status, 'PayloadTooLarge'));
      await sendOut();
      await makeDue();
      await sendOut();
      expect([apple.sent(token).length, await isAppOn(device)]).toEqual([1, true]);
    },
  );

  it.each([
    ['no JSON', '<html>Bad Gateway</html>'],
    ['no object', '"Unregistered"'],
    ['another type', '{"reason":{"toString":"BadDeviceToken"}}'],
    ['words for the log', JSON.stringify({ reason: 'a secret\n'.repeat(9) })],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('that answers 502 with %s is asked again, and the log stays clean (42.21)', async (_, body) => {
    const { device } = await insertWaiting();
    apple.answer((stream) => {
      stream.respond({ ':status': 502 });
      stream.end(body);
    });
    await sendOut();
    expect([(await messagesOf(device)).length, await isAppOn(device)]).toEqual([1, true]);
    expect(logged().join()).not.toMatch(/secret|xxx|html/);
  });

  it('that never answers holds up nobody, and loses its connection (42.21)', async () => {
    const own = senderTo({}, 300);
    const silent = await insertWaiting();
    apple.answer(() => {});
    await sendOut({ sender: own });
    expect(await messagesOf(silent.device)).toMatchObject([{ attempts: 1 }]);
    const connections = apple.sessions.length;
    apple.answer(takeIt);
    await makeDue();
    await sendOut({ sender: own });
    expect([await messagesOf(silent.device), apple.sessions.length - connections]).toEqual([[], 1]);
  });

  it.each([0, 2])(
    'that breaks the connection off with GOAWAY %i is connected to again (42.21)',
    async (code) => {
      const own = senderTo();
      const { device } = await insertWaiting();
      apple.answer(({ session }) => {
        session?.goaway(code, 0);
        session?.destroy();
      });
      await sendOut({ sender: own });
      expect(await messagesOf(device)).toHaveLength(1);
      const connections = apple.sessions.length;
      apple.answer(takeIt);
      await makeDue();
      await sendOut({ sender: own });
      expect([await messagesOf(device), apple.sessions.length - connections]).toEqual([[], 1]);
    },
  );

  it('that says GOAWAY and still answers has taken the message, and gets the next one anew (42.21)', async () => {
    const own = senderTo();
    const first = await insertWaiting();
    apple.answer((stream, call) => {
      stream.session?.goaway(0, stream.id);
      takeIt(stream, call);
    });
    await sendOut({ sender: own });
    const connections = apple.sessions.length;
    apple.answer(takeIt);
    const second = await insertWaiting();
    await sendOut({ sender: own });
    expect([await messagesOf(first.device), await messagesOf(second.device)]).toEqual([[], []]);
    expect([apple.sent(first.token).length, apple.sessions.length - connections]).toEqual([1, 1]);
  });

  it.each([
    ['refuses connections', undefined],
    ['speaks something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['accepts and says nothing', ''],
  ])('that %s is asked again (42.21)', async (_, words) => {
    const stranger = createServer((socket) => {
      socket.on('error', () => {});
      if (words) socket.end(words);
    });
    const origin = await listenOn(stranger);
    if (words === undefined) await close(stranger);
    const { device } = await insertWaiting();
    await sendOut({ sender: senderTo({ origin }, 500) });
    expect([(await messagesOf(device)).length, await isAppOn(device)]).toEqual([1, true]);
    await makeDue();
    await sendOut();
    expect(await messagesOf(device)).toEqual([]);
    if (words !== undefined) stranger.close();
  });

  it('that says 410 does not end the token that replaced it meanwhile (42.21)', async () => {
    const { device, token } = await insertWaiting();
    const renewed = token.split('').toReversed().join('');
    apple.answer((stream, call) => {
      const body = { service: 'apns', token: renewed };
      void device
        .request('PUT /api/v1/reminders/push/app', { body })
        .then(() => refuse(410, 'Unregistered')(stream, call));
    });
    await sendOut();
    expect(await isAppOn(device)).toBe(true);
  });
});

describe('no message is sent', () => {
  it('to a phone that has signed out, or whose sign-in has ended (42.16)', async () => {
    const left = await insertWaiting();
    const ended = await insertWaiting();
    await left.device.request('GET /api/v1/identity/auth/credentials/logout');
    await api.db
      .updateTable('loginSessions')
      .set({ endsAt: inMs(0) })
      .where('id', '=', ended.device.sessionId)
      .execute();
    await sendOut();
    expect([apple.sent(left.token), apple.sent(ended.token)]).toEqual([[], []]);
  });

  it('of one account to a phone that another account has taken over (42.16)', async () => {
    const { token } = await insertWaiting();
    const next = await api.signInAs();
    const body = { service: 'apns', token };
    await next.request('PUT /api/v1/reminders/push/app', { body });
    await sendOut();
    expect(apple.sent(token)).toEqual([]);
  });
});

it('several servers send each of 40 messages once (42.11)', { timeout: 90_000 }, async () => {
  const phones = [];
  const slug = `e-${randomUUID()}`;
  for (let count = 0; count < 40; count++) phones.push(await insertRemindedApp('apns', { name: slug }));
  api.clock.advance(4 * hour);
  const { databaseUrl } = api;
  await using second = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '' }) : undefined;
  const servers = [api.db, second?.db ?? api.db];
  const others = [sender, senderTo()];
  await Promise.all([0, 1, 2, 3].map((index) => queue({ db: servers[index % 2] })));
  const parts = (index: number) => ({ db: servers[index % 2], sender: others[index % 2], lanes: 4 });
  await Promise.all([0, 1, 2, 3].map((index) => send(parts(index))));
  expect(phones.map(({ token }) => apple.sent(token).length)).toEqual(Array(40).fill(1));
});

async function listenOn(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return `http://127.0.0.1:${port}`;
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));
