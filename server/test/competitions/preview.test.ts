/**
 * @clocks apart
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const second = 1_000;

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const organiser = () => api.signInAs({ scopes: ['event:read'] });

async function insertStream(parts: Parameters<typeof insertWatchable>[1] = {}) {
  const ids = await insertWatchable(api.db, parts);
  const { eventId, blockId, liveStreamId } = ids;
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/preview`;
  return { ...ids, path };
}

const preview = (device: Device, path: string) => device.request(`GET ${path}`);
const get = (url: string) => api.app.inject({ url: new URL(url, 'http://ringside.test').pathname });
const play = async (url: string) => (await get(url)).statusCode;
const leases = () => api.db.selectFrom('playbackLeases').selectAll().execute();

describe('getLiveStreamPreview', () => {
  it('plays, down to a segment, and takes the place of no device', async () => {
    const { path, signedUrlPath } = await insertStream();
    const device = await organiser();
    const watched = (await device.request(`GET ${signedUrlPath}`)).body;
    const before = await leases();
    const { status, body, headers } = await preview(device, path);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.mode).toBe('live');
    const master = await get(body.url);
    expect(master.statusCode).toBe(200);
    const variant = master.body.split('\n').find((line) => line.endsWith('.m3u8')) ?? '';
    const level = await get(new URL(variant, new URL(body.url, 'http://ringside.test')).toString());
    const segment = level.body.split('\n').findLast((line) => line.endsWith('.m4s')) ?? '';
    expect(await play(segment)).toBe(200);
    expect(await leases()).toEqual(before);
    expect(await play(watched.url)).toBe(200);
  });

  it('plays what no viewer can watch: an inactive stream, a draft, a paid block', async () => {
    const device = await organiser();
    for (const parts of [
      { stream: { status: 'inactive' as const } },
      { event: { status: 'draft' as const } },
      { block: { paymentRequired: true } },
    ]) {
      const { body } = await preview(device, (await insertStream(parts)).path);
      expect(await play(body.url)).toBe(200);
    }
  });

  it('plays the recording after the end of the block', async () => {
    const { path } = await insertStream({
      block: { startDate: hoursFromNow(-3), endDate: hoursFromNow(-1) },
    });
    const { body } = await preview(await organiser(), path);
    expect(body.mode).toBe('replay');
    expect(body.url).toMatch(/\/replay\.m3u8$/);
    expect(await play(body.url)).toBe(200);
  });

  it('is refused without event:read, and for a stream of another block', async () => {
    const [{ path }, other] = [await insertStream(), await insertStream()];
    expect((await preview(await api.signInAs(), path)).status).toBe(403);
    expect((await preview(await api.signInAs({ scopes: ['event:update'] }), path)).status).toBe(403);
    const foreign = path.replace(/live-streams\/[^/]+/, `live-streams/${other.liveStreamId}`);
    expect((await preview(await organiser(), foreign)).status).toBe(404);
  });

  it('stops at once when the organiser signs out', async () => {
    const device = await organiser();
    const { body } = await preview(device, (await insertStream()).path);
    await api.db
      .updateTable('loginSessions')
      .set({ revokedAt: api.clock.now().toISOString() })
      .where('userId', '=', device.userId)
      .execute();
    expect(await play(body.url)).toBe(403);
  });

  it('stops at once when the permission is taken away', async () => {
    const device = await organiser();
    const { body } = await preview(device, (await insertStream()).path);
    await api.db.deleteFrom('userPermissions').where('userId', '=', device.userId).execute();
    await api.db.deleteFrom('userRoles').where('userId', '=', device.userId).execute();
    expect(await play(body.url)).toBe(403);
  });

  it('has an address that nobody can make from another one, and that ends after two minutes', async () => {
    const device = await organiser();
    const [first, second_] = [await insertStream(), await insertStream()];
    const { body } = await preview(device, first.path);
    expect(await play(body.url.replace(first.liveStreamId, second_.liveStreamId))).toBe(403);
    const stranger = await api.signInAs();
    const watched = (await stranger.request(`GET ${first.signedUrlPath}`)).body;
    const forged = watched.url.replace(watched.playbackSessionId, `preview-${watched.playbackSessionId}`);
    expect(await play(forged)).toBe(403);
    api.clock.advance(121 * second);
    expect(await play(body.url)).toBe(403);
  });
});
