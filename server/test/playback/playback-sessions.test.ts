/**
 * @clocks apart
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertUser, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const second = 1_000;
const path = '/api/v1/playback/sessions';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

/** Signs in two devices of one user. */
async function twoDevices(): Promise<[Device, Device]> {
  const userId = await insertUser(api.db);
  return [await api.signInAs({ userId }), await api.signInAs({ userId })];
}

const start = async (device: Device): Promise<string> => {
  api.clock.advance(second);
  return (await device.request(`POST ${path}`)).body.id;
};
const list = async (device: Device) => (await device.request(`GET ${path}`)).body;
const idsOf = async (device: Device) => (await list(device)).data.map(({ id }: { id: string }) => id);
const stop = (device: Device, id: string) => device.request(`DELETE ${path}/${id}`);
const ping = (device: Device, id: string) => device.request(`POST ${path}/${id}/ping`);
const play = async (url: string) => {
  await api.heardChanges();
  return (await api.request(`GET ${new URL(url).pathname}`)).status;
};

describe('listPlaybackSessions', () => {
  it('returns the devices that watch, the oldest first, each with the block that it plays', async () => {
    const [one, two] = await twoDevices();
    await api.db
      .updateTable('loginSessions')
      .set({ userAgent: firefox })
      .where('id', '=', one.sessionId)
      .execute();
    const { signedUrlPath } = await insertWatchable(api.db, {
      event: { name: 'Rotterdam Rumble 7' },
      block: { name: 'Prelims' },
    });
    const { body: playing } = await one.request(`GET ${signedUrlPath}`);
    const waiting = await start(two);
    api.clock.advance(20 * second);
    await ping(one, playing.playbackSessionId);

    const { data, total } = await list(one);
    expect(total).toBe(2);
    expect(data).toMatchObject([
      {
        id: playing.playbackSessionId,
        deviceName: 'Firefox on Windows',
        watching: 'Rotterdam Rumble 7, Prelims',
        isCurrent: true,
      },
      { id: waiting, deviceName: 'Unknown device', watching: null, isCurrent: false },
    ]);
    const silence = (session: { startedAt: string; lastPingAt: string }) =>
      Date.parse(session.lastPingAt) - Date.parse(session.startedAt);
    expect(silence(data[0])).toBeGreaterThanOrEqual(21 * second);
    expect(silence(data[1])).toBe(0);
    const seenByTheOther = (await list(two)).data;
    expect(seenByTheOther.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, true]);
  });

  it('leaves out sessions that have ended, sent no ping for a minute or have signed out', async () => {
    const [one, two] = await twoDevices();
    const replaced = await start(one);
    const kept = await start(one);
    const other = await start(two);
    expect(await idsOf(one)).toEqual([kept, other]);
    expect([kept, other]).not.toContain(replaced);
    await two.request('GET /api/v1/identity/auth/credentials/logout');
    expect(await idsOf(one)).toEqual([kept]);
    api.clock.advance(60 * second);
    expect(await list(one)).toEqual({ data: [], total: 0 });
  });

  it('never shows a session of another user', async () => {
    const [one] = await twoDevices();
    await start(one);
    const stranger = await api.signInAs({ scopes: ['event:read', 'identity.user:read'] });
    expect(await list(stranger)).toEqual({ data: [], total: 0 });
  });

  it('does not name an event that has become a draft', async () => {
    const [one] = await twoDevices();
    const { eventId, signedUrlPath } = await insertWatchable(api.db);
    await one.request(`GET ${signedUrlPath}`);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute();
    expect((await list(one)).data).toMatchObject([{ watching: null }]);
  });

  it('needs a sign-in', async () => {
    expect((await api.request(`GET ${path}`)).status).toBe(401);
  });
});

describe('stopPlaybackSession', () => {
  it('ends the session and the playlist of another device of the user, and reports the reason', async () => {
    const [one, two] = await twoDevices();
    const { signedUrlPath } = await insertWatchable(api.db);
    const { body: playing } = await two.request(`GET ${signedUrlPath}`);
    expect(await play(playing.url)).toBe(200);

    expect((await stop(one, playing.playbackSessionId)).status).toBe(204);
    const ended = await ping(two, playing.playbackSessionId);
    expect([ended.status, ended.body.type]).toEqual([404, '/problems/playback-ended-by-stop']);
    expect(await play(playing.url)).toBe(403);
    expect(await idsOf(one)).toEqual([]);
    // That device can only watch again after an action of its viewer.
    expect((await two.request(`GET ${signedUrlPath}`)).status).toBe(403);
    await start(two);
    expect((await two.request(`GET ${signedUrlPath}`)).status).toBe(200);
  });

  it('does not end the session of the other device or the login session', async () => {
    const [one, two] = await twoDevices();
    const [mine, others] = [await start(one), await start(two)];
    expect((await stop(one, mine.toUpperCase())).status).toBe(204);
    expect((await ping(two, others)).status).toBe(204);
    expect(await idsOf(one)).toEqual([others]);
  });

  it('frees a place for another device', async () => {
    const [one, two] = await twoDevices();
    const three = await api.signInAs({ userId: one.userId });
    const [first, next] = [await start(one), await start(two)];
    await stop(one, next);
    await start(three);
    expect((await ping(one, first)).status).toBe(204);
  });

  it('answers 404 for a session of another user, and leaves it running', async () => {
    const [one] = await twoDevices();
    const id = await start(one);
    const stranger = await api.signInAs({ scopes: ['event:read', 'event:delete'] });
    const refused = await stop(stranger, id);
    expect([refused.status, refused.body.type]).toEqual([404, '/problems/not-found']);
    expect((await ping(one, id)).status).toBe(204);
  });

  it('answers 404 for a session that has ended, and keeps the first reason', async () => {
    const [one] = await twoDevices();
    const replaced = await start(one);
    const id = await start(one);
    expect((await stop(one, replaced)).status).toBe(404);
    expect((await ping(one, replaced)).body.type).toBe('/problems/playback-ended-by-replacement');
    const twice = await Promise.all([stop(one, id), stop(one, id)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([204, 404]);
    const silent = await start(one);
    api.clock.advance(60 * second);
    expect((await stop(one, silent)).status).toBe(404);
    expect((await ping(one, silent)).body.type).toBe('/problems/playback-ended-by-expiry');
  });

  it('refuses an unknown id, an invalid id, a call without a sign-in, and one from another site', async () => {
    const [one] = await twoDevices();
    const id = await start(one);
    expect((await stop(one, randomUUID())).status).toBe(404);
    expect((await stop(one, 'first')).status).toBe(400);
    expect((await api.request(`DELETE ${path}/${id}`)).status).toBe(401);
    const forged = await api.request(`DELETE ${path}/${id}`, {
      cookies: { accessToken: one.accessToken },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([forged.status, forged.body.type]).toEqual([403, '/problems/csrf-verification-failed']);
    expect((await ping(one, id)).status).toBe(204);
  });
});
