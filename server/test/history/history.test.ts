/** What a user has watched, and where they stopped (docs/product.md, section 30). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteRemovedViewings } from '../../src/playback/viewing.repository.ts';
import { insertAccess, insertLiveStream, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const minute = 60_000;
const hours = (count: number) => new Date(Date.now() + count * 60 * minute).toISOString();
const past = { startDate: hours(-3), endDate: hours(-1) };

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

type Watchable = Awaited<ReturnType<typeof insertWatchable>>;
type BlockFields = NonNullable<NonNullable<Parameters<typeof insertWatchable>[1]>['block']>;
const insertReplay = (block: BlockFields = {}) => insertWatchable(api.db, { block: { ...past, ...block } });

/** Begins to play. @returns the signed address and the playback session. */
async function watch(device: Device, { signedUrlPath }: Pick<Watchable, 'signedUrlPath'>) {
  const { status, body } = await device.request(`GET ${signedUrlPath}`);
  expect(status).toBe(200);
  return body as { playbackSessionId: string; mode: string; positionSeconds?: number };
}
const ping = (device: Device, id: string, place = '') =>
  device.request(`POST /api/v1/playback/sessions/${id}/ping${place}`);
const at = (liveStreamId: string, seconds: number) =>
  `?liveStreamId=${liveStreamId}&positionSeconds=${seconds}`;
const keep = (device: Device, liveStreamId: string, positionSeconds: number) =>
  device.request(`PUT /api/v1/history/${liveStreamId}/position`, { body: { positionSeconds } });
const streamsOf = async (device: Device, path = '/api/v1/history') => {
  const { status, body } = await device.request(`GET ${path}`);
  expect(status).toBe(200);
  return body.data.map(({ liveStreamId }: { liveStreamId: string }) => liveStreamId);
};
const toContinue = (device: Device) => streamsOf(device, '/api/v1/history/continue');

describe('a viewing', () => {
  it('begins with the picture, and says where and when, but no length and no position', async () => {
    const replay = await insertReplay({ name: 'Main card' });
    const viewer = await api.signInAs();
    await watch(viewer, replay);
    const { body } = await viewer.request('GET /api/v1/history');
    const now = new Date(api.clock.now()).getTime();
    expect(body).toMatchObject({
      total: 1,
      data: [{ liveStreamId: replay.liveStreamId, block: { id: replay.blockId, name: 'Main card' } }],
    });
    expect(Date.parse(body.data[0].firstWatchedAt)).toBe(now);
    expect(Object.keys(body.data[0]).toSorted()).toEqual(
      ['block', 'competition', 'firstWatchedAt', 'lastWatchedAt', 'liveStreamId', 'streamName'].toSorted(),
    );
  });

  it('moves its time on with the pings, in steps', async () => {
    const live = await insertWatchable(api.db);
    const viewer = await api.signInAs();
    const { playbackSessionId: id } = await watch(viewer, live);
    const lastWatchedAt = async () =>
      Date.parse((await viewer.request('GET /api/v1/history')).body.data[0].lastWatchedAt);
    const begun = await lastWatchedAt();
    for (let turn = 0; turn < 18; turn += 1) {
      api.clock.advance(20_000);
      expect((await ping(viewer, id)).status).toBe(204);
    }
    const moved = (await lastWatchedAt()) - begun;
    expect(moved).toBeGreaterThan(5 * minute - 1);
    expect(moved).toBeLessThanOrEqual(6 * minute);
  });

  it('is of one user, and nobody else can see, change or remove it', async () => {
    const replay = await insertReplay();
    const [viewer, stranger] = [await api.signInAs(), await api.signInAs({ scopes: ['event:read'] })];
    await watch(viewer, replay);
    await keep(viewer, replay.liveStreamId, 60);
    expect(await streamsOf(stranger)).toEqual([]);
    expect((await keep(stranger, replay.liveStreamId, 90)).status).toBe(404);
    expect((await stranger.request(`DELETE /api/v1/history/${replay.liveStreamId}`)).status).toBe(404);
    expect((await stranger.request('DELETE /api/v1/history')).status).toBe(204);
    expect((await watch(viewer, replay)).positionSeconds).toBe(60);
    expect((await watch(stranger, replay)).positionSeconds).toBeUndefined();
  });

  it('stays removed while the device plays on, and comes back with the next visit', async () => {
    const [replay, other] = [await insertReplay(), await insertReplay()];
    const viewer = await api.signInAs();
    const { playbackSessionId: id } = await watch(viewer, replay);
    const place = at(replay.liveStreamId, 60);
    expect((await ping(viewer, id, place)).status).toBe(204);
    expect((await viewer.request(`DELETE /api/v1/history/${replay.liveStreamId}`)).status).toBe(204);
    expect((await ping(viewer, id, place)).status).toBe(204);
    expect((await keep(viewer, replay.liveStreamId, 90)).status).toBe(404);
    expect(await streamsOf(viewer)).toEqual([]);
    await watch(viewer, other);
    expect((await watch(viewer, replay)).positionSeconds).toBeUndefined();
    expect(await streamsOf(viewer)).toHaveLength(2);
    expect((await viewer.request('DELETE /api/v1/history')).status).toBe(204);
    expect(await streamsOf(viewer)).toEqual([]);
  });

  it('goes with the stream and with the account', async () => {
    const [replay, other] = [await insertReplay(), await insertReplay()];
    const viewer = await api.signInAs();
    await watch(viewer, replay);
    await watch(viewer, other);
    await api.db.deleteFrom('liveStreams').where('id', '=', replay.liveStreamId).execute();
    expect(await streamsOf(viewer)).toEqual([other.liveStreamId]);
    await api.db.deleteFrom('users').where('id', '=', viewer.userId).execute();
    const left = await api.db
      .selectFrom('viewings')
      .selectAll()
      .where('userId', '=', viewer.userId)
      .execute();
    expect(left).toEqual([]);
  });

  it('of a competition that became a draft is not shown', async () => {
    const replay = await insertReplay();
    const viewer = await api.signInAs();
    await watch(viewer, replay);
    await keep(viewer, replay.liveStreamId, 60);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', replay.eventId).execute();
    expect([await streamsOf(viewer), await toContinue(viewer)]).toEqual([[], []]);
  });

  it('has pages', async () => {
    const viewer = await api.signInAs();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      api.clock.advance(1_000);
      const replay = await insertReplay();
      await watch(viewer, replay);
      ids.unshift(replay.liveStreamId);
    }
    expect(await streamsOf(viewer, '/api/v1/history?limit=2')).toEqual(ids.slice(0, 2));
    expect(await streamsOf(viewer, '/api/v1/history?limit=2&offset=2')).toEqual(ids.slice(2));
  });
});

describe('a removal (30.41)', () => {
  const removeOne = (device: Device, id: string) => device.request(`DELETE /api/v1/history/${id}`);
  const bringBack = (device: Device, id?: string) =>
    device.request(`POST /api/v1/history/${id === undefined ? 'restore' : `${id}/restore`}`);
  const rowsOf = ({ userId }: Device) =>
    api.db.selectFrom('viewings').selectAll().where('userId', '=', userId).execute();

  it('of one can be undone, with its position and its times', async () => {
    const [replay, other] = [await insertReplay(), await insertReplay()];
    const viewer = await api.signInAs();
    await watch(viewer, other);
    await watch(viewer, replay);
    await keep(viewer, replay.liveStreamId, 60);
    const before = (await viewer.request('GET /api/v1/history')).body;
    await removeOne(viewer, other.liveStreamId);
    await removeOne(viewer, replay.liveStreamId);
    expect(await toContinue(viewer)).toEqual([]);
    expect((await bringBack(viewer, replay.liveStreamId)).status).toBe(204);
    expect(await toContinue(viewer)).toEqual([replay.liveStreamId]);
    expect((await bringBack(viewer, replay.liveStreamId)).status).toBe(404);
    expect((await bringBack(viewer, other.liveStreamId)).status).toBe(204);
    expect((await viewer.request('GET /api/v1/history')).body).toEqual(before);
  });

  it('of all brings back what was cleared the last time, and nothing that was removed by itself', async () => {
    const [first, second, third] = [await insertReplay(), await insertReplay(), await insertReplay()];
    const viewer = await api.signInAs();
    for (const replay of [first, second, third]) await watch(viewer, replay);
    expect((await viewer.request('DELETE /api/v1/history')).status).toBe(204);
    api.clock.advance(1000);
    await watch(viewer, second);
    await watch(viewer, third);
    await removeOne(viewer, third.liveStreamId);
    api.clock.advance(1000);
    expect((await viewer.request('DELETE /api/v1/history')).status).toBe(204);
    expect(await streamsOf(viewer)).toEqual([]);
    const restored = await Promise.all(Array.from({ length: 20 }, () => bringBack(viewer)));
    expect(restored.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(404)]);
    expect(await streamsOf(viewer)).toEqual([second.liveStreamId]);
    // Each can still be brought back by itself.
    expect((await bringBack(viewer, first.liveStreamId)).status).toBe(204);
  });

  it('cannot be undone after ten minutes, and is deleted by then', async () => {
    await api.db.deleteFrom('viewings').where('removedAt', 'is not', null).execute();
    const replay = await insertReplay();
    const viewer = await api.signInAs();
    await watch(viewer, replay);
    await removeOne(viewer, replay.liveStreamId);
    const due = () => new Date(new Date(api.clock.now()).getTime() - 10 * minute).toISOString();
    expect(await deleteRemovedViewings(api.db, due(), 500)).toBe(0);
    api.clock.advance(10 * minute);
    expect((await bringBack(viewer, replay.liveStreamId)).status).toBe(404);
    expect((await bringBack(viewer)).status).toBe(404);
    expect(await rowsOf(viewer)).toHaveLength(1);
    expect(await deleteRemovedViewings(api.db, due(), 500)).toBe(1);
    expect(await rowsOf(viewer)).toEqual([]);
  });

  it('is undone by its own user alone', async () => {
    const replay = await insertReplay();
    const [viewer, stranger] = [await api.signInAs(), await api.signInAs({ scopes: ['event:read'] })];
    await watch(viewer, replay);
    await viewer.request('DELETE /api/v1/history');
    expect((await bringBack(stranger)).status).toBe(404);
    expect((await bringBack(stranger, replay.liveStreamId)).status).toBe(404);
    expect(await streamsOf(viewer)).toEqual([]);
  });

  it('leaves nothing of the position to a later visit', async () => {
    const [replay, other] = [await insertReplay(), await insertReplay()];
    const viewer = await api.signInAs();
    await watch(viewer, replay);
    await keep(viewer, replay.liveStreamId, 60);
    const begun = Date.parse((await viewer.request('GET /api/v1/history')).body.data[0].firstWatchedAt);
    await removeOne(viewer, replay.liveStreamId);
    await watch(viewer, other);
    api.clock.advance(minute / 2);
    expect((await watch(viewer, replay)).positionSeconds).toBeUndefined();
    const [again] = (await viewer.request('GET /api/v1/history')).body.data;
    expect(Date.parse(again.firstWatchedAt) - begun).toBe(minute / 2);
    expect((await bringBack(viewer, replay.liveStreamId)).status).toBe(404);
    expect(await toContinue(viewer)).toEqual([]);
  });

  it('that is undone goes on with the device that still plays', async () => {
    const replay = await insertReplay();
    const viewer = await api.signInAs();
    const { playbackSessionId: id } = await watch(viewer, replay);
    await removeOne(viewer, replay.liveStreamId);
    expect((await ping(viewer, id, at(replay.liveStreamId, 60))).status).toBe(204);
    await bringBack(viewer, replay.liveStreamId);
    expect(await toContinue(viewer)).toEqual([]);
    expect((await ping(viewer, id, at(replay.liveStreamId, 80))).status).toBe(204);
    expect(await toContinue(viewer)).toEqual([replay.liveStreamId]);
  });
});

describe('a position', () => {
  it('comes with the next address, on every device', async () => {
    const replay = await insertReplay();
    const viewer = await api.signInAs();
    const { playbackSessionId: id, positionSeconds } = await watch(viewer, replay);
    expect(positionSeconds).toBeUndefined();
    expect((await ping(viewer, id, at(replay.liveStreamId, 1843.5))).status).toBe(204);
    const sofa = await api.signInAs({ userId: viewer.userId });
    expect((await watch(sofa, replay)).positionSeconds).toBe(1843.5);
    expect((await keep(sofa, replay.liveStreamId, 2000)).status).toBe(204);
    expect((await watch(viewer, replay)).positionSeconds).toBe(2000);
  });

  it('at the end, or in the first seconds, is none', async () => {
    const replay = await insertReplay();
    const viewer = await api.signInAs();
    const { playbackSessionId: id } = await watch(viewer, replay);
    for (const end of [0, 9.9]) {
      await ping(viewer, id, at(replay.liveStreamId, 60));
      expect(await toContinue(viewer)).toEqual([replay.liveStreamId]);
      await ping(viewer, id, at(replay.liveStreamId, end));
      expect(await toContinue(viewer)).toEqual([]);
      expect((await watch(viewer, replay)).positionSeconds).toBeUndefined();
    }
    expect(await streamsOf(viewer)).toEqual([replay.liveStreamId]);
  });

  it('of the stream before, told while the device changes its stream, counts for none', async () => {
    const replay = await insertReplay();
    const cameraId = await insertLiveStream(api.db, { blockId: replay.blockId });
    const viewer = await api.signInAs();
    await watch(viewer, replay);
    const { playbackSessionId: id } = await watch(viewer, {
      signedUrlPath: replay.signedUrlPath.replace(replay.liveStreamId, cameraId),
    });
    expect((await ping(viewer, id, at(replay.liveStreamId, 60))).status).toBe(204);
    expect(await toContinue(viewer)).toEqual([]);
  });

  it('cannot be kept of what the user has not watched', async () => {
    const replay = await insertReplay({ paymentRequired: true });
    const viewer = await api.signInAs();
    for (const id of [replay.liveStreamId, randomUUID()])
      expect((await keep(viewer, id, 60)).status).toBe(404);
    expect(await streamsOf(viewer)).toEqual([]);
  });

  it('must be one', async () => {
    const replay = await insertReplay();
    const viewer = await api.signInAs();
    const { playbackSessionId: id } = await watch(viewer, replay);
    for (const wrong of [-1, 604_801, 1e300]) {
      expect((await keep(viewer, replay.liveStreamId, wrong)).status, String(wrong)).toBe(400);
      expect((await ping(viewer, id, at(replay.liveStreamId, wrong))).status, String(wrong)).toBe(400);
    }
    for (const wrong of ['NaN', 'Infinity', "1' or '1"])
      expect((await ping(viewer, id, `?positionSeconds=${encodeURIComponent(wrong)}`)).status).toBe(400);
  });

  it('is one of those that sixty calls at once send', async () => {
    const replay = await insertReplay();
    const viewer = await api.signInAs();
    await watch(viewer, replay);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, count) => keep(viewer, replay.liveStreamId, 100 + count)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const { positionSeconds } = await watch(viewer, replay);
    expect(positionSeconds).toBeGreaterThanOrEqual(100);
    expect(positionSeconds).toBeLessThan(160);
  });
});

describe('what can be continued', () => {
  it('is one recording for each block, the newest first', async () => {
    const [first, second] = [await insertReplay(), await insertReplay()];
    const cameraId = await insertLiveStream(api.db, { blockId: first.blockId });
    const viewer = await api.signInAs();
    const camera = { signedUrlPath: first.signedUrlPath.replace(first.liveStreamId, cameraId) };
    for (const [stream, id] of [
      [first, first.liveStreamId],
      [second, second.liveStreamId],
      [camera, cameraId],
    ] as const) {
      api.clock.advance(1_000);
      await watch(viewer, stream);
      expect((await keep(viewer, id, 60)).status).toBe(204);
    }
    expect(await toContinue(viewer)).toEqual([cameraId, second.liveStreamId]);
  });

  it('is no live stream, and no stream that is switched off', async () => {
    const [live, replay] = [await insertWatchable(api.db), await insertReplay()];
    const viewer = await api.signInAs();
    for (const stream of [live, replay]) {
      const { playbackSessionId: id } = await watch(viewer, stream);
      await ping(viewer, id, at(stream.liveStreamId, 60));
    }
    expect(await toContinue(viewer)).toEqual([replay.liveStreamId]);
    await api.db
      .updateTable('liveStreams')
      .set({ status: 'inactive' })
      .where('id', '=', replay.liveStreamId)
      .execute();
    expect(await toContinue(viewer)).toEqual([]);
  });

  it('leaves with the access, and comes back with it', async () => {
    const replay = await insertReplay({ paymentRequired: true });
    const viewer = await api.signInAs();
    const accessId = await insertAccess(api.db, { eventId: replay.eventId, userId: viewer.userId });
    await watch(viewer, replay);
    await keep(viewer, replay.liveStreamId, 60);
    expect(await toContinue(viewer)).toEqual([replay.liveStreamId]);
    await api.db.deleteFrom('accesses').where('id', '=', accessId).execute();
    expect(await toContinue(viewer)).toEqual([]);
    expect(await streamsOf(viewer)).toEqual([replay.liveStreamId]);
    await insertAccess(api.db, { eventId: replay.eventId, userId: viewer.userId });
    expect(await toContinue(viewer)).toEqual([replay.liveStreamId]);
  });

  it('needs a sign-in', async () => {
    for (const path of ['/api/v1/history', '/api/v1/history/continue'])
      expect((await api.request(`GET ${path}`)).status).toBe(401);
  });
});
