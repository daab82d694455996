/**
 * The place of a page that was closed or loaded anew (docs/product.md, 30.42).
 *
 * @clocks apart
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertUser, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const second = 1_000;
const path = '/api/v1/playback/sessions';

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const post = (device: Device) => device.request(`POST ${path}?atLimit=refuse`);
const start = async (device: Device): Promise<string> => {
  const { status, body } = await post(device);
  expect(status).toBe(201);
  return body.id;
};
const leave = async (device: Device, id: string) => (await device.request(`POST ${path}/${id}/leave`)).status;
const ping = async (device: Device, id: string) => (await device.request(`POST ${path}/${id}/ping`)).status;

async function watching() {
  const userId = await insertUser(api.db);
  const devices = [await api.signInAs({ userId }), await api.signInAs({ userId })] as const;
  const ids = [await start(devices[0]), await start(devices[1])] as const;
  return { one: devices[0], two: devices[1], ids, third: await api.signInAs({ userId }) };
}

describe('leavePlaybackSession', () => {
  it('frees the place for another device after 10 seconds, and not before', async () => {
    const { one, two, third, ids } = await watching();
    expect(await leave(one, ids[0])).toBe(204);
    api.clock.advance(9.9 * second);
    expect((await post(third)).status).toBe(409);
    api.clock.advance(0.1 * second);
    await start(third);
    expect(await ping(two, ids[1])).toBe(204);
    expect(await ping(one, ids[0])).toBe(404);
  });

  it('leaves the place to a page that is loaded anew, whatever other devices try meanwhile', async () => {
    const { one, third, ids } = await watching();
    expect(await leave(one, ids[0])).toBe(204);
    api.clock.advance(5 * second);
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(third)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    const again = await start(one);
    api.clock.advance(50 * second);
    expect(await ping(one, again)).toBe(204);
  });

  it('does nothing to the session of the next page, when it comes late', async () => {
    const { one, ids } = await watching();
    const again = await start(one);
    expect(await leave(one, ids[0])).toBe(404);
    api.clock.advance(30 * second);
    expect(await ping(one, again)).toBe(204);
  });

  it('never makes a session live longer', async () => {
    const { one, ids } = await watching();
    api.clock.advance(55 * second);
    expect(await leave(one, ids[0])).toBe(204);
    api.clock.advance(5 * second);
    expect(await ping(one, ids[0])).toBe(404);
    expect(await leave(one, ids[0])).toBe(404);
  });

  it('is undone by a ping', async () => {
    const { one, third, ids } = await watching();
    await leave(one, ids[0]);
    api.clock.advance(8 * second);
    expect(await ping(one, ids[0])).toBe(204);
    api.clock.advance(30 * second);
    expect((await post(third)).status).toBe(409);
  });

  it('belongs to the device itself: neither another device nor another user can do it', async () => {
    const { one, two, third, ids } = await watching();
    const stranger = await api.signInAs({ scopes: ['event:update', 'identity.user:read'] });
    expect(await leave(two, ids[0])).toBe(404);
    expect(await leave(stranger, ids[0])).toBe(404);
    api.clock.advance(20 * second);
    expect((await post(third)).status).toBe(409);
    expect(await ping(one, ids[0])).toBe(204);
  });

  it('wins no third picture: the playlist of the left device ends when another one starts', async () => {
    const { one, third, ids } = await watching();
    const { signedUrlPath } = await insertWatchable(api.db);
    const { body } = await one.request(`GET ${signedUrlPath}`);
    const play = async () => {
      await api.heardChanges();
      return (await api.request(`GET ${new URL(body.url).pathname}`)).status;
    };
    expect(await play()).toBe(200);
    await leave(one, ids[0]);
    api.clock.advance(10 * second);
    await start(third);
    expect(await play()).toBe(403);
  });
});
