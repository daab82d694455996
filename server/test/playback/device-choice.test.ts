/**
 * A third device that asks before another one stops (docs/product.md, 30.1 and 30.2).
 *
 * @clocks apart
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertUser } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const second = 1_000;
const path = '/api/v1/playback/sessions';

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const post = (device: Device, query: string) => device.request(`POST ${path}?${query}`);
const start = async (device: Device): Promise<string> => {
  api.clock.advance(second);
  const { status, body } = await post(device, 'atLimit=refuse');
  expect(status).toBe(201);
  return body.id;
};
const pinged = async (device: Device, id: string) => {
  const { status, body } = await device.request(`POST ${path}/${id}/ping`);
  return status === 204 ? 'watches' : body.type.replace('/problems/playback-ended-by-', '');
};

/** Two devices that watch, and others of the same user that do not. */
async function watchingDevices(others = 1) {
  const userId = await insertUser(api.db);
  const [one, two] = [await api.signInAs({ userId }), await api.signInAs({ userId })];
  const ids = [await start(one), await start(two)] as const;
  const rest: Device[] = [];
  for (let count = 0; count < others; count += 1) rest.push(await api.signInAs({ userId }));
  const states = async () => [await pinged(one, ids[0]), await pinged(two, ids[1])];
  return { one, two, ids, rest: rest as [Device, ...Device[]], states };
}

describe('createPlaybackSession, which asks first,', () => {
  it('is refused beside two other devices, and changes nothing', async () => {
    const { rest, states } = await watchingDevices();
    const { status, body } = await post(rest[0], 'atLimit=refuse');
    expect([status, body.type]).toEqual([409, '/problems/two-devices-watch']);
    expect(await states()).toEqual(['watches', 'watches']);
  });

  it('puts nobody out, however often Reload is pressed', async () => {
    const { rest, states } = await watchingDevices(3);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, count) => post(rest[count % 3] as Device, 'atLimit=refuse')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    expect(await states()).toEqual(['watches', 'watches']);
  });

  it('takes the place of the device that the viewer names, and of no other', async () => {
    const { rest, ids, states } = await watchingDevices();
    const { status, body } = await post(rest[0], `inPlaceOf=${ids[1].toUpperCase()}`);
    expect(status).toBe(201);
    expect(await states()).toEqual(['watches', 'stop']);
    expect(await pinged(rest[0], body.id)).toBe('watches');
  });

  it('is the same for two presses at once', async () => {
    const { rest, ids, states } = await watchingDevices();
    const answers = await Promise.all([1, 2].map(() => post(rest[0], `inPlaceOf=${ids[0]}`)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await states()).toEqual(['stop', 'watches']);
    const own = await Promise.all(answers.map(({ body }) => pinged(rest[0], body.id)));
    expect(own.toSorted()).toEqual(['replacement', 'watches']);
  });

  it('gives one place to one of two devices that name the same', async () => {
    const { rest, ids, states } = await watchingDevices(2);
    const answers = await Promise.all(rest.map((device) => post(device, `inPlaceOf=${ids[0]}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await states()).toEqual(['stop', 'watches']);
  });

  it('just starts when the named device has stopped and there is room', async () => {
    const { one, rest, ids, states } = await watchingDevices();
    expect((await one.request(`DELETE ${path}/${ids[0]}`)).status).toBe(204);
    expect((await post(rest[0], `inPlaceOf=${ids[0]}`)).status).toBe(201);
    expect(await states()).toEqual(['stop', 'watches']);
  });

  it('stops no session of another account, and says nothing about it', async () => {
    const { rest, states } = await watchingDevices();
    const stranger = await api.signInAs();
    const strangers = await start(stranger);
    for (const id of [strangers, randomUUID()]) {
      const { status, body } = await post(rest[0], `inPlaceOf=${id}`);
      expect([status, body.type]).toEqual([409, '/problems/two-devices-watch']);
    }
    expect(await pinged(stranger, strangers)).toBe('watches');
    expect(await states()).toEqual(['watches', 'watches']);
    expect((await post(stranger, `inPlaceOf=${randomUUID()}`)).status).toBe(201);
  });

  it('stops no second device for a caller that names one', async () => {
    const { rest, states } = await watchingDevices();
    const { status } = await post(rest[0], `atLimit=replace-oldest&inPlaceOf=${randomUUID()}`);
    expect(status).toBe(409);
    expect(await states()).toEqual(['watches', 'watches']);
  });

  it('may come back as soon as a device has fallen silent', async () => {
    const { two, rest, ids } = await watchingDevices();
    api.clock.advance(58 * second);
    expect(await pinged(two, ids[1])).toBe('watches');
    api.clock.advance(3 * second);
    expect((await post(rest[0], 'atLimit=refuse')).status).toBe(201);
    expect(await pinged(two, ids[1])).toBe('watches');
  });

  it('refuses another word, and an id that is none', async () => {
    const viewer = await api.signInAs();
    for (const query of ['atLimit=ask', 'inPlaceOf=oldest'])
      expect((await post(viewer, query)).status, query).toBe(400);
  });
});
