/**
 * What a watching viewer costs the database, in statements.
 *
 * @clocks apart
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertAccess, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

let statements: string[] = [];
// Without the mark of `heardChanges`, and without the keys, which each server reads once a minute.
const api = await startApi({}, ({ sql }) => {
  if (!/pg_notify|signing_keys/.test(sql)) statements.push(sql);
});
const second = 1_000;

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

async function costOf(act: () => Promise<unknown>): Promise<number> {
  await api.heardChanges();
  statements = [];
  await act();
  return statements.length;
}

/** Once the server surely hears of changes: it remembers nothing before. */
const expectCost = (statementCount: number, act: () => Promise<unknown>) =>
  expect.poll(() => costOf(act)).toBe(statementCount);

/** A viewer who bought a block and watches it. */
async function watching() {
  const ids = await insertWatchable(api.db, { block: { paymentRequired: true } });
  const viewer = await api.signInAs();
  await insertAccess(api.db, { eventId: ids.eventId, userId: viewer.userId });
  const sign = () => viewer.request(`GET ${ids.signedUrlPath}`);
  const { body } = await sign();
  return { ...ids, viewer, sign, playlist: playlistOf({ body }), leaseId: String(body.playbackSessionId) };
}
const playlistOf = ({ body }: { body: { url: string } }) =>
  new URL(body.url.replace(/\/live\.m3u8$/, '/360p/live.m3u8')).pathname;
const ping = (device: Pick<Device, 'request'>, id: string) =>
  device.request(`POST /api/v1/playback/sessions/${id}/ping`);
const load = async (path: string) => (await api.request(`GET ${path}`)).status;

describe('a watching viewer', () => {
  it('costs one statement for a ping', async () => {
    const { viewer, leaseId } = await watching();
    await expectCost(1, async () => {
      expect((await ping(viewer, leaseId)).status).toBe(204);
    });
  });

  it('costs one statement for a ping that keeps where a recording stopped', async () => {
    const { viewer, leaseId, liveStreamId } = await watching();
    for (const positionSeconds of [60, 80]) {
      const place = `?liveStreamId=${liveStreamId}&positionSeconds=${positionSeconds}`;
      await expectCost(1, async () => {
        const target = `POST /api/v1/playback/sessions/${leaseId}/ping${place}`;
        expect((await viewer.request(target)).status).toBe(204);
      });
    }
    const { positionSeconds } = await api.db
      .selectFrom('viewings')
      .select('positionSeconds')
      .where('liveStreamId', '=', liveStreamId)
      .executeTakeFirstOrThrow();
    expect(positionSeconds).toBe(80);
  });

  it('costs one statement for a new address of what it plays', async () => {
    const { sign, leaseId } = await watching();
    await expectCost(1, async () => {
      const { status, body } = await sign();
      expect([status, body.playbackSessionId]).toEqual([200, leaseId]);
    });
  });

  it('costs five statements in 80 s, however many playlists it loads', async () => {
    const { viewer, sign, playlist: first, leaseId } = await watching();
    // No more than one viewer reads (docs/product.md, 15.8).
    const loadMany = (path: string) => Promise.all(Array.from({ length: 15 }, () => load(path)));
    await expect.poll(() => costOf(() => loadMany(first))).toBeLessThanOrEqual(1);
    let playlist = first;
    for (let round = 0; round < 3; round += 1) {
      const cost = await costOf(async () => {
        for (let turn = 0; turn < 4; turn += 1) {
          api.clock.advance(20 * second);
          expect((await ping(viewer, leaseId)).status).toBe(204);
          expect(new Set(await loadMany(playlist))).toEqual(new Set([200]));
        }
        playlist = playlistOf(await sign());
        expect(new Set(await loadMany(playlist))).toEqual(new Set([200]));
      });
      expect(cost).toBe(5);
    }
  });

  it('costs a statement a playlist if it watches by a permission, which ends at once', async () => {
    const { signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const { body } = await organiser.request(`GET ${signedUrlPath}`);
    const { pathname } = new URL(body.url);
    expect(await costOf(() => load(pathname))).toBe(2);
    expect(await costOf(() => load(pathname))).toBe(2);
  });

  it('costs nothing with a forged address', async () => {
    const { playlist, leaseId } = await watching();
    const cost = await costOf(async () => {
      for (let turn = 0; turn < 20; turn += 1)
        expect(await load(playlist.replace(leaseId, randomUUID()))).toBe(403);
    });
    expect(cost).toBe(0);
  });
});

describe('a ping, whose session is remembered,', () => {
  const bad = 'POST /api/v1/playback/sessions/first/ping';
  const signOut = (viewer: Device) => viewer.request('GET /api/v1/identity/auth/credentials/logout');

  it('answers 401 to a device that has signed out, before any other fault', async () => {
    const { viewer, leaseId, signedUrlPath } = await watching();
    const good = `POST /api/v1/playback/sessions/${leaseId}/ping`;
    const text = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    const broken = { headers: { 'content-type': 'application/json' }, body: '{' };
    const calls = [
      [good, {}, 204],
      [bad, {}, 400],
      [good, text, 415],
      [good, broken, 400],
      [`POST /api/v1/playback/sessions/${randomUUID()}/ping`, {}, 404],
      [`GET ${signedUrlPath}?player=vlc`, {}, 400],
      [`GET ${signedUrlPath.replace(/live-streams\/[^/]+/, `live-streams/${randomUUID()}`)}`, {}, 404],
    ] as const;
    for (const [target, options, status] of calls)
      expect((await viewer.request(target, options)).status, target).toBe(status);
    await signOut(viewer);
    // Without a fault at once, by its own statement; the others as soon as the server has heard of it.
    expect((await ping(viewer, leaseId)).status).toBe(401);
    await api.heardChanges();
    for (const [target, options] of calls)
      expect((await viewer.request(target, options)).status, target).toBe(401);
  });

  it('leaves the lease of a signed-out device unpinged', async () => {
    const { viewer, leaseId } = await watching();
    const pingedAt = () =>
      api.db
        .selectFrom('playbackLeases')
        .select('pingedAt')
        .where('id', '=', leaseId)
        .executeTakeFirstOrThrow();
    const before = await pingedAt();
    await signOut(viewer);
    api.clock.advance(20 * second);
    expect((await ping(viewer, leaseId)).status).toBe(401);
    expect(await pingedAt()).toEqual(before);
  });

  it('leaves the lease of another device of the user unpinged', async () => {
    const { viewer, leaseId } = await watching();
    const other = await api.signInAs({ userId: viewer.userId });
    api.clock.advance(59 * second);
    expect((await ping(other, leaseId)).status).toBe(404);
    api.clock.advance(second);
    expect((await ping(viewer, leaseId)).body.type).toBe('/problems/playback-ended-by-expiry');
  });

  it('refuses a foreign page that has only the cookie', async () => {
    const { viewer, leaseId } = await watching();
    const { status, body } = await api.request(`POST /api/v1/playback/sessions/${leaseId}/ping`, {
      cookies: { accessToken: viewer.accessToken },
      headers: { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
    });
    expect([status, body.type]).toEqual([403, '/problems/csrf-verification-failed']);
  });

  it('works with the cookie, and answers 401 without a token or with a broken one', async () => {
    const { viewer, leaseId } = await watching();
    const target = `POST /api/v1/playback/sessions/${leaseId}/ping`;
    const cookies = { accessToken: viewer.accessToken };
    expect(
      (await api.request(target, { cookies, headers: { 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(204);
    expect((await api.request(target)).status).toBe(401);
    const authorization = `Bearer ${viewer.accessToken.slice(0, -2)}`;
    expect((await api.request(target, { headers: { authorization } })).status).toBe(401);
    api.clock.advance(86_400_000);
    expect((await viewer.request(target)).status).toBe(401);
  });

  it('ends with its session, by the time', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const viewer = await api.signInAs();
    const endsAt = new Date(api.clock.now().getTime() + 50 * second).toISOString();
    await api.db.updateTable('loginSessions').set({ endsAt }).where('id', '=', viewer.sessionId).execute();
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    api.clock.advance(49 * second);
    expect((await ping(viewer, body.playbackSessionId)).status).toBe(204);
    expect((await viewer.request(bad)).status).toBe(400);
    api.clock.advance(second);
    expect((await ping(viewer, body.playbackSessionId)).status).toBe(401);
    expect((await viewer.request(bad)).status).toBe(401);
  });

  it('ends with the permission by which its caller watches', async () => {
    const { signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const sign = () => organiser.request(`GET ${signedUrlPath}`);
    const { playbackSessionId } = (await sign()).body;
    expect((await ping(organiser, playbackSessionId)).status).toBe(204);
    await api.db.deleteFrom('userPermissions').where('userId', '=', organiser.userId).execute();
    expect((await sign()).status).toBe(403);
    expect((await ping(organiser, playbackSessionId)).body.type).toBe('/problems/playback-ended-by-access');
  });

  it('is refused by a server that remembers the session, after another one has ended it', async () => {
    const { viewer, leaseId } = await watching();
    const request = (await api.startSecondServer())(viewer);
    expect((await ping({ request }, leaseId)).status).toBe(204);
    expect((await request(bad)).status).toBe(400);
    await signOut(viewer);
    expect((await ping({ request }, leaseId)).status).toBe(401);
    await api.heardChanges();
    expect((await request(bad)).status).toBe(401);
  });
});
