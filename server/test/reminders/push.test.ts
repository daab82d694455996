/** The devices that show reminders: added, removed, and gone with the sign-in (docs/product.md, section 42). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { registerAccount, signIn } from '../accounts.ts';
import { insertEvent, insertUser } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';
import { createDevice, type TestDevice } from './push-service.ts';

const api = await startApi();
const path = '/api/v1/reminders/push';

const put = async (device: Device, subscription: object) =>
  (await device.request(`PUT ${path}`, { body: subscription })).status;
const endpointOf = async (device: Device) =>
  (await device.request(`GET ${path}`)).body.endpoint as string | null;
const rowsOf = (userId: string) =>
  api.db.selectFrom('pushSubscriptions').selectAll().where('userId', '=', userId).execute();
const changed = ({ subscription }: TestDevice, changes: { endpoint?: string; keys?: object }) => ({
  ...subscription,
  ...changes,
});

async function signInWithPush(userId?: string) {
  const device = await api.signInAs(userId === undefined ? {} : { userId });
  const browser = createDevice();
  expect(await put(device, browser.subscription)).toBe(204);
  return { device, browser };
}

/** A message that waits to be sent. */
async function insertMessage({ sessionId }: Device) {
  const eventId = await insertEvent(api.db, { status: 'public' });
  const toldStart = new Date().toISOString();
  await api.db.insertInto('pushMessages').values({ sessionId, eventId, toldStart }).execute();
}
const messagesOf = ({ sessionId }: Device) =>
  api.db.selectFrom('pushMessages').selectAll().where('sessionId', '=', sessionId).execute();

describe('setReminderPush', () => {
  it('is of one device, and idempotent like its removal (42.1)', async () => {
    const { device, browser } = await signInWithPush();
    const other = await api.signInAs({ userId: device.userId });
    const body = { ...browser.subscription, expirationTime: null };
    expect(await put(device, body)).toBe(204);
    expect([await endpointOf(device), await endpointOf(other)]).toEqual([
      browser.subscription.endpoint,
      null,
    ]);
    expect((await other.request(`DELETE ${path}`)).status).toBe(204);
    expect(await endpointOf(device)).toBe(browser.subscription.endpoint);
    for (let round = 0; round < 2; round++) expect((await device.request(`DELETE ${path}`)).status).toBe(204);
    expect([await endpointOf(device), await rowsOf(device.userId)]).toEqual([null, []]);
  });

  it('names one key for all servers, with which browsers subscribe (42.2)', async () => {
    const device = await api.signInAs();
    const second = (await api.startSecondServer())(device);
    const [own, others] = [await device.request(`GET ${path}`), await second(`GET ${path}`)];
    expect(own.body.publicKey).toBe(others.body.publicKey);
    const point = Buffer.from(own.body.publicKey, 'base64url');
    expect([point.length, point[0]]).toEqual([65, 4]);
    expect(JSON.stringify(own.body)).not.toContain(api.keys.pushKey.privateKey);
  });

  it('takes the newest subscription of the device (42.1)', async () => {
    const { device } = await signInWithPush();
    const renewed = createDevice();
    expect(await put(device, renewed.subscription)).toBe(204);
    expect((await rowsOf(device.userId)).map(({ endpoint }) => endpoint)).toEqual([
      renewed.subscription.endpoint,
    ]);
  });

  it('sixty calls of a device at once leave one, and eleven devices the last ten (42.3)', async () => {
    const { device, browser } = await signInWithPush();
    const calls = Array.from({ length: 60 }, (_, index) =>
      put(device, index % 2 === 0 ? browser.subscription : createDevice().subscription),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([204]));
    expect(await rowsOf(device.userId)).toHaveLength(1);
    for (let count = 0; count < 10; count++) await signInWithPush(device.userId);
    expect([(await rowsOf(device.userId)).length, await endpointOf(device)]).toEqual([10, null]);
  });

  it('sixty devices of an account at once leave ten (42.3)', async () => {
    const userId = await insertUser(api.db);
    const devices = await Promise.all(Array.from({ length: 60 }, () => api.signInAs({ userId })));
    const statuses = await Promise.all(devices.map((device) => put(device, createDevice().subscription)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await rowsOf(userId)).toHaveLength(10);
  });

  it('goes to whoever signed in at the browser last, without messages for others (42.4)', async () => {
    const { device, browser } = await signInWithPush();
    await insertMessage(device);
    const next = await api.signInAs();
    expect(await put(next, browser.subscription)).toBe(204);
    expect([await endpointOf(device), await endpointOf(next)]).toEqual([null, browser.subscription.endpoint]);
    expect([await messagesOf(device), await messagesOf(next)]).toEqual([[], []]);
  });

  it('of one browser by thirty accounts at once ends with one of them (42.4)', async () => {
    const browser = createDevice();
    const devices = await Promise.all(Array.from({ length: 30 }, () => api.signInAs()));
    const statuses = await Promise.all(devices.map((device) => put(device, browser.subscription)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    const endpoints = await Promise.all(devices.map(endpointOf));
    expect(endpoints.filter((endpoint) => endpoint !== null)).toEqual([browser.subscription.endpoint]);
  });
});

describe('an address of a device is refused (42.5)', () => {
  it.each([
    'http://push.example.org/x',
    'ftp://push.example.org/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://8.8.8.8/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://intranet/x',
    'https://printer.local/x',
    'https://api.internal/x',
    'https://db.localhost./x',
    'https://push.example.org:8443/x',
    'https://push.example.org:22/x',
    'https://user:secret@push.example.org/x',
    'https://',
    'https://push example.org/x',
    `https://push.example.org/${'x'.repeat(1_024)}`,
    'javascript:alert(1)',
  ])('%s', async (endpoint) => {
    const device = await api.signInAs();
    const { status, body } = await device.request(`PUT ${path}`, {
      body: changed(createDevice(), { endpoint }),
    });
    expect([status, body.issues?.[0]?.pointer]).toEqual([400, '/endpoint']);
    expect(await rowsOf(device.userId)).toEqual([]);
  });

  it.each([
    ['not on the curve', `B${'A'.repeat(86)}`],
    ['too short', 'BAAA'],
    ['of another alphabet', `${'+'.repeat(87)}`],
  ])('with a key that is %s', async (_, p256dh) => {
    const device = await api.signInAs();
    const { keys } = createDevice().subscription;
    expect(await put(device, changed(createDevice(), { keys: { ...keys, p256dh } }))).toBe(400);
    expect(await rowsOf(device.userId)).toEqual([]);
  });

  it('with twenty kilobytes of text', async () => {
    const device = await api.signInAs();
    const endpoint = `https://push.example.org/${'拳'.repeat(20_480)}`;
    expect(await put(device, changed(createDevice(), { endpoint }))).toBe(413);
  });

  it('from another site', async () => {
    const device = await api.signInAs();
    const { status } = await api.request(`PUT ${path}`, {
      body: createDevice().subscription,
      cookies: { accessToken: device.accessToken },
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.test' },
    });
    expect([status, await rowsOf(device.userId)]).toEqual([403, []]);
  });
});

describe('a device gets no more messages (42.6)', () => {
  it('when it signs out', async () => {
    const { device } = await signInWithPush();
    const other = await signInWithPush(device.userId);
    await insertMessage(device);
    await device.request('GET /api/v1/identity/auth/credentials/logout');
    expect(await messagesOf(device)).toEqual([]);
    expect((await rowsOf(device.userId)).map(({ sessionId }) => sessionId)).toEqual([other.device.sessionId]);
  });

  it('when its owner signs it out from another one', async () => {
    const { device } = await signInWithPush();
    const other = await api.signInAs({ userId: device.userId });
    const { status } = await other.request(`DELETE /api/v1/identity/auth/sessions/${device.sessionId}`);
    expect([status, await rowsOf(device.userId)]).toEqual([204, []]);
  });

  it('when every session ends, as it does at a new password', async () => {
    const { device } = await signInWithPush();
    await signInWithPush(device.userId);
    const revokedAt = new Date().toISOString();
    await api.db
      .updateTable('loginSessions')
      .set({ revokedAt })
      .where('userId', '=', device.userId)
      .execute();
    expect(await rowsOf(device.userId)).toEqual([]);
  });

  it('when the account is deleted', async () => {
    const { device } = await signInWithPush();
    await insertMessage(device);
    const { status } = await device.request('DELETE /api/v1/identity/profile?confirm=own-account');
    expect([status, await rowsOf(device.userId), await messagesOf(device)]).toEqual([204, [], []]);
  });

  it('and none can be added while it signs out', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, () => api.signInAs()));
    await Promise.all(
      devices.flatMap((device) => [
        device.request(`PUT ${path}`, { body: createDevice().subscription }),
        device.request('GET /api/v1/identity/auth/credentials/logout'),
      ]),
    );
    const sessionIds = devices.map(({ sessionId }) => sessionId);
    const rows = await api.db
      .selectFrom('pushSubscriptions')
      .select('sessionId')
      .where('sessionId', 'in', sessionIds)
      .execute();
    expect(rows).toEqual([]);
  });
});

it('a stranger sees and removes nothing of it', async () => {
  const { device, browser } = await signInWithPush();
  const stranger = await api.signInAs({ scopes: ['event:read', 'identity.user:read'] });
  await stranger.request(`DELETE ${path}`);
  expect(await endpointOf(device)).toBe(browser.subscription.endpoint);
  const { body } = await stranger.request(`GET /api/v1/identity/users/${device.userId}`);
  expect(JSON.stringify(body)).not.toContain(browser.subscription.endpoint);
  const visitor = await api.request(`GET ${path}`, { headers: { 'x-device': randomUUID() } });
  expect(visitor.status).toBe(401);
});

describe('a service worker (42.23)', () => {
  const refreshPath = '/api/v1/identity/auth/token/refresh';

  /** A browser that shows reminders, and whose access token has expired since. */
  async function sleep() {
    const { cookies } = await signIn(api, await registerAccount(api));
    const { subscription } = createDevice();
    expect((await api.request(`PUT ${path}`, { cookies, body: subscription })).status).toBe(204);
    api.clock.advance(11 * 60_000);
    return { cookies, endpoint: subscription.endpoint };
  }

  it('reads and renews the subscription by the refresh cookie, which stays unused', async () => {
    const { cookies, endpoint } = await sleep();
    expect((await api.request(`GET ${path}`, { cookies })).body.endpoint).toBe(endpoint);
    const { subscription: body } = createDevice();
    expect((await api.request(`PUT ${path}`, { cookies, body })).status).toBe(204);
    expect((await api.request(`GET ${path}`, { cookies })).body.endpoint).toBe(body.endpoint);
    expect((await api.request(`POST ${refreshPath}`, { cookies })).status).toBe(200);
  });

  it('can do nothing else by it', async () => {
    const { cookies } = await sleep();
    for (const call of [
      `DELETE ${path}`,
      'GET /api/v1/reminders/settings',
      'GET /api/v1/identity/auth/token/user-info',
    ])
      expect((await api.request(call, { cookies })).status, call).toBe(401);
    expect((await api.request(`GET ${path}`, { cookies })).body.endpoint).not.toBeNull();
  });

  it('is nobody by a used or an expired token, after a sign-out, and beside a header', async () => {
    const used = await sleep();
    expect((await api.request(`POST ${refreshPath}`, { cookies: used.cookies })).status).toBe(200);
    const gone = await sleep();
    await api.request('GET /api/v1/identity/auth/credentials/logout', { cookies: gone.cookies });
    const { cookies } = await sleep();
    const headers = { authorization: 'Bearer nothing' };
    for (const asked of [{ cookies: used.cookies }, { cookies: gone.cookies }, { cookies, headers }]) {
      const { subscription: body } = createDevice();
      expect((await api.request(`GET ${path}`, asked)).status).toBe(401);
      expect((await api.request(`PUT ${path}`, { ...asked, body })).status).toBe(401);
    }
    api.clock.advance(365 * 86_400_000);
    expect((await api.request(`GET ${path}`, { cookies })).status).toBe(401);
    api.clock.reset();
  });

  it('is refused on a page of another site', async () => {
    const { cookies } = await sleep();
    const { subscription: body } = createDevice();
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await api.request(`PUT ${path}`, { cookies, headers, body })).status).toBe(403);
  });
});
