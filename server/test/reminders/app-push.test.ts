/** The native apps that show reminders: tokens added, taken over and removed (docs/product.md, 42.15 to 42.18). */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { noApps } from '../../src/config-apps.ts';
import { insertEvent, insertUser } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';
import { startAppleService } from './apple-service.ts';
import { createDevice } from './push-service.ts';

const apple = await startAppleService();
afterAll(() => apple[Symbol.asyncDispose]());
const api = await startApi({ apps: { ...noApps, push: { apns: apple.settings } } });
const path = '/api/v1/reminders/push';
const appPath = `${path}/app`;

const newToken = () => randomBytes(32).toString('hex');
const put = async (device: Device, token: string, service = 'apns') =>
  (await device.request(`PUT ${appPath}`, { body: { service, token } })).status;
const stateOf = async (device: Device) => (await device.request(`GET ${path}`)).body;
const tokenOf = async (device: Device) => (await stateOf(device)).token as string | null;
const rowsOf = (userId: string) =>
  api.db.selectFrom('pushSubscriptions').selectAll().where('userId', '=', userId).execute();
const messagesOf = ({ sessionId }: Device) =>
  api.db.selectFrom('pushMessages').selectAll().where('sessionId', '=', sessionId).execute();

async function signInWithApp(userId?: string) {
  const device = await api.signInAs(userId === undefined ? {} : { userId });
  const token = newToken();
  expect(await put(device, token)).toBe(204);
  return { device, token };
}

async function insertMessage({ sessionId }: Device) {
  const eventId = await insertEvent(api.db, { status: 'public' });
  const toldStart = new Date().toISOString();
  await api.db.insertInto('pushMessages').values({ sessionId, eventId, toldStart }).execute();
}

describe('setReminderAppPush', () => {
  it('is of one device, and idempotent like its removal (42.15)', async () => {
    const { device, token } = await signInWithApp();
    const other = await api.signInAs({ userId: device.userId });
    expect(await put(device, token)).toBe(204);
    expect(await stateOf(device)).toMatchObject({ appServices: ['apns'], token, endpoint: null });
    expect(await tokenOf(other)).toBeNull();
    for (let round = 0; round < 2; round++) expect((await device.request(`DELETE ${path}`)).status).toBe(204);
    expect([await tokenOf(device), await rowsOf(device.userId)]).toEqual([null, []]);
  });

  it('takes the newest of the device, also in place of that of a browser, and the other way round', async () => {
    const { device } = await signInWithApp();
    const renewed = newToken();
    expect(await put(device, renewed)).toBe(204);
    expect(await tokenOf(device)).toBe(renewed);
    const { subscription } = createDevice();
    expect((await device.request(`PUT ${path}`, { body: subscription })).status).toBe(204);
    expect(await stateOf(device)).toMatchObject({ token: null, endpoint: subscription.endpoint });
    expect(await put(device, renewed)).toBe(204);
    expect((await rowsOf(device.userId)).map(({ service, auth }) => [service, auth])).toEqual([
      ['apns', null],
    ]);
  });

  it('goes to the account that gave it last, without messages for others (42.16)', async () => {
    const { device, token } = await signInWithApp();
    await insertMessage(device);
    const next = await api.signInAs();
    expect(await put(next, token)).toBe(204);
    expect([await tokenOf(device), await tokenOf(next)]).toEqual([null, token]);
    expect([await messagesOf(device), await messagesOf(next)]).toEqual([[], []]);
  });

  it('of one phone by thirty accounts at once ends with one of them (42.16)', async () => {
    const token = newToken();
    const devices = await Promise.all(Array.from({ length: 30 }, () => api.signInAs()));
    const statuses = await Promise.all(devices.map((device) => put(device, token)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    const tokens = await Promise.all(devices.map(tokenOf));
    expect(tokens.filter((one) => one !== null)).toEqual([token]);
  });

  it('sixty calls of a device at once leave one, and eleven devices the last ten (42.3)', async () => {
    const { device, token } = await signInWithApp();
    const calls = Array.from({ length: 60 }, (_, index) => put(device, index % 2 === 0 ? token : newToken()));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([204]));
    expect(await rowsOf(device.userId)).toHaveLength(1);
    for (let count = 0; count < 10; count++) await signInWithApp(device.userId);
    expect([(await rowsOf(device.userId)).length, await tokenOf(device)]).toEqual([10, null]);
  });

  it('sixty phones of an account at once leave ten (42.3)', async () => {
    const userId = await insertUser(api.db);
    const devices = await Promise.all(Array.from({ length: 60 }, () => api.signInAs({ userId })));
    await Promise.all(devices.map((device) => put(device, newToken())));
    expect(await rowsOf(userId)).toHaveLength(10);
  });

  it('of a service that this server has no keys for is a conflict (42.17)', async () => {
    const device = await api.signInAs();
    expect(await put(device, `app:${'x'.repeat(140)}`, 'fcm')).toBe(409);
    expect(await rowsOf(device.userId)).toEqual([]);
  });

  it('needs the token of a sign-in, and takes no cookie (42.18)', async () => {
    const device = await api.signInAs();
    const body = { service: 'apns', token: newToken() };
    const byCookie = await api.request(`PUT ${appPath}`, {
      body,
      cookies: { accessToken: device.accessToken },
    });
    const byNobody = await api.request(`PUT ${appPath}`, { body });
    expect([byCookie.status, byNobody.status, await rowsOf(device.userId)]).toEqual([401, 401, []]);
  });
});

describe('a token is refused (42.18)', () => {
  const hex = newToken();
  it.each([
    ['empty', ''],
    ['too short', hex.slice(0, 62)],
    ['with half a byte', `${hex}a`],
    ['in capital letters, as which it would have a second owner', hex.toUpperCase()],
    ['with a way to another address', `${hex.slice(0, 40)}/../../../../x`],
    ['with a line break', `${hex}\r\nhost: x`],
    ['with a query', `${hex}?x=1`],
    ['of another alphabet', '拳'.repeat(64)],
    ["of Google's service", `app:${'x'.repeat(140)}`],
    ['of twenty kilobytes', 'a'.repeat(20_480)],
    ['of another type', 7],
  ])('%s', async (_, token) => {
    const device = await api.signInAs();
    expect([400, 413]).toContain(await put(device, token as string));
    expect(await rowsOf(device.userId)).toEqual([]);
  });

  it('with more than is asked for', async () => {
    const device = await api.signInAs();
    const body = { service: 'apns', token: newToken(), userId: device.userId };
    expect((await device.request(`PUT ${appPath}`, { body })).status).toBe(400);
  });
});

describe('an app gets no more messages (42.6)', () => {
  it('when it signs out', async () => {
    const { device } = await signInWithApp();
    const other = await signInWithApp(device.userId);
    await insertMessage(device);
    await device.request('GET /api/v1/identity/auth/credentials/logout');
    expect(await messagesOf(device)).toEqual([]);
    expect((await rowsOf(device.userId)).map(({ sessionId }) => sessionId)).toEqual([other.device.sessionId]);
  });

  it('when its owner signs it out from another device', async () => {
    const { device } = await signInWithApp();
    const other = await api.signInAs({ userId: device.userId });
    await other.request(`DELETE /api/v1/identity/auth/sessions/${device.sessionId}`);
    expect(await rowsOf(device.userId)).toEqual([]);
  });

  it('when the account is deleted', async () => {
    const { device } = await signInWithApp();
    await insertMessage(device);
    await device.request('DELETE /api/v1/identity/profile?confirm=own-account');
    expect([await rowsOf(device.userId), await messagesOf(device)]).toEqual([[], []]);
  });

  it('and none can be added while it signs out', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, () => api.signInAs()));
    await Promise.all(
      devices.flatMap((device) => [
        put(device, newToken()),
        device.request('GET /api/v1/identity/auth/credentials/logout'),
      ]),
    );
    const rows = await Promise.all(devices.map(({ userId }) => rowsOf(userId)));
    expect(rows.flat()).toEqual([]);
  });

  it('when a stranger removes theirs, it keeps its own', async () => {
    const { device, token } = await signInWithApp();
    const stranger = await api.signInAs();
    await stranger.request(`DELETE ${path}`);
    expect(await tokenOf(device)).toBe(token);
  });
});

it('no token and no key is in the log', async () => {
  const { token } = await signInWithApp();
  const secret = String(apple.settings.key.export({ type: 'pkcs8', format: 'pem' })).split('\n')[1] as string;
  expect([api.log.join().includes(token), api.log.join().includes(secret)]).toEqual([false, false]);
});
