/**
 * @clocks apart
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertAccess, insertUser, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const second = 1_000;

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const start = async (device: Device): Promise<string> => {
  // Sessions that start in the same millisecond would have no defined order.
  api.clock.advance(second);
  const { status, body } = await device.request('POST /api/v1/playback/sessions');
  expect(status).toBe(201);
  return body.id;
};
const ping = (device: Device, id: string) => device.request(`POST /api/v1/playback/sessions/${id}/ping`);
const play = async (url: string) => {
  await api.heardChanges();
  return (await api.request(`GET ${new URL(url).pathname}`)).status;
};

async function expectEnded(device: Device, id: string, type: string) {
  const { status, body } = await ping(device, id);
  expect(status).toBe(404);
  expect(body.type).toBe(`/problems/${type}`);
}

/** Signs in devices of one user. */
async function devices(count: number): Promise<Device[]> {
  const userId = await insertUser(api.db);
  const signedIn: Device[] = [];
  for (let index = 0; index < count; index++) signedIn.push(await api.signInAs({ userId }));
  return signedIn;
}

describe('createPlaybackSession', () => {
  it('returns an id and a location', async () => {
    const [device] = (await devices(1)) as [Device];
    const { status, body, headers } = await device.request('POST /api/v1/playback/sessions');
    expect(status).toBe(201);
    expect(headers.location).toBe(`/api/v1/playback/sessions/${body.id}`);
    expect((await ping(device, body.id)).status).toBe(204);
  });

  it('ends the oldest session on a third device', async () => {
    const [one, two, three] = (await devices(3)) as [Device, Device, Device];
    const [first, next] = [await start(one), await start(two)];
    expect((await ping(one, first)).status).toBe(204);
    const last = await start(three);
    await expectEnded(one, first, 'playback-ended-by-device-limit');
    expect((await ping(two, next)).status).toBe(204);
    expect((await ping(three, last)).status).toBe(204);
  });

  it('counts only the devices of the same user', async () => {
    const [one, two] = (await devices(2)) as [Device, Device];
    const ids = [await start(one), await start(two)] as const;
    for (const stranger of [await api.signInAs(), await api.signInAs()]) await start(stranger);
    expect((await ping(one, ids[0])).status).toBe(204);
    expect((await ping(two, ids[1])).status).toBe(204);
  });

  it('replaces only the earlier session of the same device', async () => {
    const [one, two] = (await devices(2)) as [Device, Device];
    const other = await start(two);
    const [first, again] = [await start(one), await start(one)];
    await expectEnded(one, first, 'playback-ended-by-replacement');
    expect((await ping(one, again)).status).toBe(204);
    expect((await ping(two, other)).status).toBe(204);
  });

  it('does not count a device that has not pinged for a minute', async () => {
    const [one, two, three] = (await devices(3)) as [Device, Device, Device];
    const silent = await start(one);
    const kept = await start(two);
    api.clock.advance(58 * second);
    expect((await ping(two, kept)).status).toBe(204);
    api.clock.advance(2 * second);
    await start(three);
    expect((await ping(two, kept)).status).toBe(204);
    await expectEnded(one, silent, 'playback-ended-by-expiry');
  });

  it('does not count a device that has signed out', async () => {
    const [one, two, three] = (await devices(3)) as [Device, Device, Device];
    const oldest = await start(one);
    await start(two);
    await two.request('GET /api/v1/identity/auth/credentials/logout');
    await start(three);
    expect((await ping(one, oldest)).status).toBe(204);
  });

  it('leaves two live sessions when many devices start at the same time', async () => {
    const many = await devices(30);
    const started = await Promise.all(
      many.map(async (device) => ({
        device,
        id: (await device.request('POST /api/v1/playback/sessions')).body.id as string,
      })),
    );
    const pings = await Promise.all(started.map(({ device, id }) => ping(device, id)));
    expect(pings.filter(({ status }) => status === 204)).toHaveLength(2);
    const types = new Set(pings.filter(({ status }) => status !== 204).map(({ body }) => body.type));
    expect(types).toEqual(new Set(['/problems/playback-ended-by-device-limit']));
  });

  it('needs a sign-in', async () => {
    expect((await api.request('POST /api/v1/playback/sessions')).status).toBe(401);
  });
});

describe('pingPlaybackSession', () => {
  it('keeps a session alive that is pinged within each minute', async () => {
    const [device] = (await devices(1)) as [Device];
    const id = await start(device);
    for (let round = 0; round < 3; round++) {
      api.clock.advance(59 * second);
      expect((await ping(device, id)).status).toBe(204);
    }
    api.clock.advance(61 * second);
    await expectEnded(device, id, 'playback-ended-by-expiry');
    // It stays ended.
    await expectEnded(device, id, 'playback-ended-by-expiry');
  });

  it('answers the same 404 to another device of the user, to another user, and for an unknown id', async () => {
    const [one, two] = (await devices(2)) as [Device, Device];
    const stranger = await api.signInAs({ scopes: ['event:read', 'event:update'] });
    const id = await start(one);
    for (const device of [two, stranger]) await expectEnded(device, id, 'not-found');
    await expectEnded(one, randomUUID(), 'not-found');
    expect((await ping(one, id)).status).toBe(204);
  });

  it('ends a session whose access was deleted', async () => {
    const viewer = await api.signInAs();
    const { eventId, signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const accessId = await insertAccess(api.db, { eventId, userId: viewer.userId });
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    const { playbackSessionId: id, url } = body;
    expect((await ping(viewer, id)).status).toBe(204);
    await api.db.deleteFrom('accesses').where('id', '=', accessId).execute();
    await expectEnded(viewer, id, 'playback-ended-by-access');
    expect(await play(url)).toBe(403);
    await expectEnded(viewer, id, 'playback-ended-by-access');
  });

  it('ends a session whose access has ended, and one whose event has become a draft', async () => {
    const viewer = await api.signInAs();
    const { eventId, signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const endDate = new Date(api.clock.now().getTime() + 30 * second).toISOString();
    await insertAccess(api.db, { eventId, userId: viewer.userId, endDate });
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    api.clock.advance(31 * second);
    await expectEnded(viewer, body.playbackSessionId, 'playback-ended-by-access');

    const other = await api.signInAs();
    const free = await insertWatchable(api.db);
    const { body: watching } = await other.request(`GET ${free.signedUrlPath}`);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', free.eventId).execute();
    await expectEnded(other, watching.playbackSessionId, 'playback-ended-by-access');
  });

  it('keeps a session whose stream was deleted', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath, liveStreamId } = await insertWatchable(api.db);
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    await api.db.deleteFrom('liveStreams').where('id', '=', liveStreamId).execute();
    expect((await ping(viewer, body.playbackSessionId)).status).toBe(204);
    expect(await play(body.url)).toBe(403);
  });

  it('refuses an invalid id, and needs a sign-in', async () => {
    const [device] = (await devices(1)) as [Device];
    expect((await ping(device, 'first')).status).toBe(400);
    const id = await start(device);
    expect((await api.request(`POST /api/v1/playback/sessions/${id}/ping`)).status).toBe(401);
  });
});

describe('getLiveStreamSignedUrl', () => {
  const ask = async (device: Device, path: string) => device.request(`GET ${path}`);

  it('gives an evicted device no new URL until it starts a session itself', async () => {
    const [one, two, three] = (await devices(3)) as [Device, Device, Device];
    const { signedUrlPath } = await insertWatchable(api.db);
    const first = await ask(one, signedUrlPath);
    for (const device of [two, three]) {
      api.clock.advance(second);
      expect((await ask(device, signedUrlPath)).status).toBe(200);
    }

    await expectEnded(one, first.body.playbackSessionId, 'playback-ended-by-device-limit');
    expect(await play(first.body.url)).toBe(403);
    const refused = await ask(one, signedUrlPath);
    expect(refused.status).toBe(403);
    expect(refused.body.type).toBe('/problems/device-limit');

    const id = await start(one);
    const again = await ask(one, signedUrlPath);
    expect(again.body.playbackSessionId).toBe(id);
    expect(await play(again.body.url)).toBe(200);
    // Now the session of the second device was the oldest.
    expect((await ask(two, signedUrlPath)).status).toBe(403);
    expect((await ask(three, signedUrlPath)).status).toBe(200);
  });

  it('stops a playlist and its initialization segment at once when a third device starts', async () => {
    const [one, two, three] = (await devices(3)) as [Device, Device, Device];
    const { signedUrlPath } = await insertWatchable(api.db);
    const { body } = await ask(one, signedUrlPath);
    const folder = body.url.replace(/\/live\.m3u8$/, '');
    expect(await play(`${folder}/360p/live.m3u8`)).toBe(200);
    expect(await play(`${folder}/360p/init.mp4`)).toBe(200);
    await start(two);
    await start(three);
    expect(await play(body.url)).toBe(403);
    expect(await play(`${folder}/360p/live.m3u8`)).toBe(403);
    expect(await play(`${folder}/360p/init.mp4`)).toBe(403);
  });

  it('takes the lease that runs, even if the clock of the server that ended another one was a little ahead', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath } = await insertWatchable(api.db);
    const ended = await start(viewer);
    const running = await start(viewer);
    await api.db
      .updateTable('playbackLeases')
      .set({ createdAt: new Date(api.clock.now().getTime() + 2).toISOString() })
      .where('id', '=', ended)
      .execute();
    expect((await ask(viewer, signedUrlPath)).body.playbackSessionId).toBe(running);
  });

  it('binds the URL to its stream: a URL for another stream stops the earlier playlist', async () => {
    const viewer = await api.signInAs();
    const [one, two] = [await insertWatchable(api.db), await insertWatchable(api.db)];
    const { body: first } = await ask(viewer, one.signedUrlPath);
    const { body: next } = await ask(viewer, two.signedUrlPath);
    expect(await play(first.url)).toBe(403);
    expect(await play(next.url)).toBe(200);
  });

  it('stops the playlist a minute after the last ping', async () => {
    const viewer = await api.signInAs();
    const { body } = await ask(viewer, (await insertWatchable(api.db)).signedUrlPath);
    api.clock.advance(60 * second - 1);
    expect(await play(body.url)).toBe(200);
    api.clock.advance(1);
    expect(await play(body.url)).toBe(403);
  });

  it('stops the playlist when the event becomes a draft again', async () => {
    const viewer = await api.signInAs();
    const { eventId, signedUrlPath } = await insertWatchable(api.db);
    const { body } = await ask(viewer, signedUrlPath);
    expect(await play(body.url)).toBe(200);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute();
    expect(await play(body.url)).toBe(403);
  });

  it('stops the playlist at sign-out', async () => {
    const viewer = await api.signInAs();
    const { body } = await ask(viewer, (await insertWatchable(api.db)).signedUrlPath);
    expect(await play(body.url)).toBe(200);
    await viewer.request('GET /api/v1/identity/auth/credentials/logout');
    expect(await play(body.url)).toBe(403);
    expect((await ping(viewer, body.playbackSessionId)).status).toBe(401);
  });
});
