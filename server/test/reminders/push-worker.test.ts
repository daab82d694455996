/** The message of a reminder: to which devices, and once (docs/product.md, section 42). */
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { startPushWorker } from '../../src/reminders/push/push-worker.ts';
import { createDevice } from './push-service.ts';
import { hour, setUpPush } from './push-setup.ts';

const {
  addBrowser,
  api,
  change,
  createSender,
  inMs,
  insertReminded,
  insertWaiting,
  messagesOf,
  partsOf,
  queue,
  send,
  service,
} = await setUpPush();

describe('a reminder', () => {
  it('goes to each device of the viewer, which alone can read it (42.7)', async () => {
    const name = `Köln "Rumble" ${'拳'.repeat(80)}`;
    const { eventId, device, browser } = await insertReminded({ name });
    const phone = await addBrowser(await api.signInAs({ userId: device.userId }));
    await queue();
    await send();
    expect(service.sent(browser)).toEqual([]);
    api.clock.advance(4 * hour);
    await queue();
    await send();
    const { slug, startDate } = await api.db
      .selectFrom('events')
      .select(['slug', 'startDate'])
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    for (const one of [browser, phone]) {
      const [sent, ...more] = service.sent(one);
      expect(more).toEqual([]);
      expect(one.read(sent?.body as Buffer)).toEqual({ name, slug, startDate });
      expect(sent?.body.includes(slug)).toBe(false);
    }
    const foreign = service.sent(phone)[0]?.body as Buffer;
    expect(() => browser.read(foreign)).toThrow();
    expect(await messagesOf(device)).toEqual([]);
  });

  it('says who sends it, until when it is useful, and no secret (42.7)', async () => {
    const { browser, device } = await insertWaiting();
    await send();
    const headers = service.sent(browser)[0]?.headers ?? {};
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' });
    const [, token = '', key = ''] =
      /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? [];
    expect(key).toBe(api.keys.pushKey.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const isGenuine = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect([isGenuine, aud, sub]).toEqual([true, 'https://push.example.org', 'mailto:desk@ringside.test']);
    expect(exp - Date.now() / 1_000).toBeLessThanOrEqual(86_400);
    const said = JSON.stringify([headers, browser.read(service.sent(browser)[0]?.body as Buffer)]);
    for (const secret of [device.accessToken, device.userId, device.sessionId])
      expect(said).not.toContain(secret);
  });

  it('needs no confirmed address and no mails (42.8)', async () => {
    const { device, browser } = await insertReminded({}, { emailVerifiedAt: null });
    await device.request('PUT /api/v1/reminders/settings', { body: { mails: false } });
    api.clock.advance(4 * hour);
    await queue();
    await send();
    expect(service.sent(browser)).toHaveLength(1);
  });

  it('of an event that has begun is useful until its end (42.7)', async () => {
    const { browser } = await insertReminded();
    api.clock.advance(6 * hour);
    await queue();
    await send();
    expect(service.sent(browser)[0]?.headers.ttl).toBe(String((3 * hour) / 1_000));
  });

  it('does not come to a device that was added after it was due', async () => {
    const { device } = await insertWaiting();
    const late = await addBrowser(await api.signInAs({ userId: device.userId }));
    await queue();
    await send();
    expect(service.sent(late)).toEqual([]);
  });
});

describe('a message that waits is not sent any more (42.9)', () => {
  type Waiting = Awaited<ReturnType<typeof insertWaiting>>;
  it.each<[string, (waiting: Waiting) => Promise<unknown>]>([
    ['the event was hidden', ({ eventId }) => change(eventId, { status: 'hidden' })],
    ['the event is a draft again', ({ eventId }) => change(eventId, { status: 'draft' })],
    [
      'the event is over',
      ({ eventId }) => change(eventId, { startDate: inMs(-2 * hour), endDate: inMs(-hour) }),
    ],
    ['the event is gone', ({ eventId }) => api.db.deleteFrom('events').where('id', '=', eventId).execute()],
    [
      'the reminder was removed',
      ({ device, eventId }) => device.request(`DELETE /api/v1/reminders/competitions/${eventId}`),
    ],
    ['the device was switched off', ({ device }) => device.request('DELETE /api/v1/reminders/push')],
    ['the device signed out', ({ device }) => device.request('GET /api/v1/identity/auth/credentials/logout')],
    [
      'the sign-in has ended',
      ({ device: { sessionId } }) =>
        api.db
          .updateTable('loginSessions')
          .set({ endsAt: inMs(0) })
          .where('id', '=', sessionId)
          .execute(),
    ],
  ])('when %s', async (_, happens) => {
    const waiting = await insertWaiting();
    await happens(waiting);
    await send();
    expect([service.sent(waiting.browser), await messagesOf(waiting.device)]).toEqual([[], []]);
  });

  it('when the event was moved, until it is due again', async () => {
    const { eventId, browser, device } = await insertWaiting();
    await change(eventId, { startDate: inMs(3 * hour) });
    await send();
    expect([service.sent(browser), await messagesOf(device)]).toEqual([[], []]);
    await queue();
    api.clock.advance(2 * hour);
    await queue();
    await send();
    const starts = service.sent(browser).map(({ body }) => browser.read(body).startDate);
    expect(starts.map((start) => Date.parse(start))).toEqual([Date.parse(inMs(hour))]);
  });
});

describe('several servers', () => {
  it('send each of 150 messages once (42.11)', { timeout: 90_000 }, async () => {
    const { eventId, userId, device, browser } = await insertReminded();
    const others = Array.from({ length: 149 }, () => ({ id: randomUUID(), browser: createDevice() }));
    const person = { name: 'Robin', firstName: 'Robin', middleName: null, lastName: 'Reed', phone: null };
    const [createdAt, endsAt] = [inMs(0), inMs(90 * 24 * hour)];
    await api.db
      .insertInto('users')
      .values(
        others.map(({ id }) => ({
          ...person,
          id,
          email: `${id}@example.test`,
          emailVerifiedAt: null,
          passwordHash: null,
        })),
      )
      .execute();
    const session = { remember: true, userAgent: null, createdAt, endsAt, authenticatedAt: createdAt };
    await api.db
      .insertInto('loginSessions')
      .values(others.map(({ id }) => ({ ...session, id, userId: id, revokedAt: null })))
      .execute();
    await api.db
      .insertInto('pushSubscriptions')
      .values(
        others.map(({ id, browser: { subscription } }) => ({
          sessionId: id,
          userId: id,
          createdAt,
          endpoint: subscription.endpoint,
          ...subscription.keys,
        })),
      )
      .execute();
    const origin = 'https://ringside.test';
    await api.db
      .insertInto('reminders')
      .values(others.map(({ id }) => ({ eventId, userId: id, byLink: false, origin, createdAt })))
      .execute();
    api.clock.advance(4 * hour);
    const { databaseUrl } = api;
    await using second = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '' }) : undefined;
    const servers = [api.db, second?.db ?? api.db];
    await Promise.all([0, 1, 2, 3].map((index) => queue({ db: servers[index % 2] })));
    await Promise.all([0, 1, 2, 3].map((index) => send({ db: servers[index % 2], lanes: 4 })));
    for (const one of [browser, ...others.map((other) => other.browser)])
      expect(service.sent(one)).toHaveLength(1);
    expect([await messagesOf(device), userId]).toEqual([[], device.userId]);
  });
});

describe('the worker', () => {
  it('sends what it is woken for, waits while nothing may be stored, and stops at once', async () => {
    const { browser } = await insertWaiting();
    let isFull = true;
    const worker = startPushWorker(
      partsOf({ sender: createSender(), isPaused: async () => isFull, pollMs: 600_000 }),
    );
    isFull = false;
    await expect
      .poll(
        () => {
          worker.wake();
          return service.sent(browser).length;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    await worker[Symbol.asyncDispose]();
  });

  it('finishes what it sends when the database is lost meanwhile, and reports the loss', async () => {
    const { browser } = await insertWaiting();
    const lost = new Error('The database is away');
    const sender = createSender();
    let claims = 0;
    const failing = new Proxy(api.db, {
      get(target, name) {
        if (name === 'getExecutor' && ++claims > 1) throw lost;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    // The second lane fails while the first one sends: a rejection that nobody handles would end the process.
    await expect(send({ db: failing, sender, lanes: 2 })).rejects.toBe(lost);
    expect(service.sent(browser)).toHaveLength(1);
  });
});
