/** What organisers see of the evening (docs/product.md, 21.5 and 21.6). */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanUp, cleanUpTasks } from '../../src/clean-up.ts';
import { startDeskCounts } from '../../src/desk/desk-counts.ts';
import { RefusalCounter } from '../../src/desk/refusal-counter.ts';
import { insertAccess, insertLiveStream, insertUser, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';
import { follow } from '../streams/follow.ts';

const refusals = new RefusalCounter();
const api = await startApi({}, undefined, { refusals });
const scopes = ['event:read', 'event:update', 'event:delete'];
const organiser = await api.signInAs({
  scopes,
  userId: await insertUser(api.db, { name: 'Sam Jansen', email: 'sam@desk.test' }),
});
const pathOf = (eventId: string) => `/api/v1/events/${eventId}/desk`;
const deskOf = async (eventId: string) => (await organiser.request(`GET ${pathOf(eventId)}`)).body;
const log = { warn: vi.fn() };

/** Stores what the server has counted, as its timer does. */
async function storeCounts(): Promise<void> {
  await startDeskCounts({ db: api.db, now: api.clock.now, refusals, log })[Symbol.asyncDispose]();
  expect(log.warn.mock.calls).toEqual([]);
}

afterEach(() => {
  vi.useRealTimers();
  api.clock.reset();
});

describe('getDesk', () => {
  it('has every stream with its block, its state, and nothing yet', async () => {
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db, { event: { status: 'draft' } });
    const desk = await deskOf(eventId);
    expect(desk).toMatchObject({
      event: { id: eventId, status: 'draft' },
      viewers: 0,
      featuredStreamId: null,
    });
    expect(desk.blocks).toMatchObject([{ id: blockId }]);
    expect(desk.blocks[0].liveStreams).toEqual([
      {
        id: liveStreamId,
        name: 'Main camera',
        status: 'active',
        weight: 1,
        viewers: 0,
        peakViewers: 0,
        refusals: [],
        changedAt: null,
        changedBy: null,
        venueDelayMs: 2_000,
        ingest: null,
      },
    ]);
  });

  it('counts the devices that watch now, and keeps their peak', async () => {
    const { eventId, liveStreamId, signedUrlPath } = await insertWatchable(api.db);
    const devices = await Promise.all(Array.from({ length: 3 }, () => api.signInAs()));
    for (const device of devices) await device.request(`GET ${signedUrlPath}`);
    const numbers = async () => {
      const { viewers, blocks } = await deskOf(eventId);
      const [stream] = blocks[0].liveStreams;
      return [viewers, stream.viewers, stream.peakViewers];
    };
    expect(await numbers()).toEqual([3, 3, 3]);
    await storeCounts();
    const revoked = { revokedAt: api.clock.now().toISOString() };
    await api.db
      .updateTable('loginSessions')
      .set(revoked)
      .where('id', '=', String(devices[0]?.sessionId))
      .execute();
    expect(await numbers()).toEqual([2, 2, 3]);
    await storeCounts();
    api.clock.advance(61_000);
    expect(await numbers()).toEqual([0, 0, 3]);
    await api.db.deleteFrom('liveStreams').where('id', '=', liveStreamId).execute();
    await storeCounts();
  });

  it('counts refused devices by reason, for five minutes, on all servers together', async () => {
    const { eventId, liveStreamId, signedUrlPath } = await insertWatchable(api.db, {
      block: { paymentRequired: true },
    });
    const viewers = [await api.signInAs(), await api.signInAs()] as const;
    for (const viewer of viewers) expect((await viewer.request(`GET ${signedUrlPath}`)).status).toBe(403);
    await insertAccess(api.db, { eventId, userId: viewers[0].userId });
    await api.db
      .updateTable('liveStreams')
      .set({ status: 'inactive' })
      .where('id', '=', liveStreamId)
      .execute();
    expect((await viewers[0].request(`GET ${signedUrlPath}`)).body.type).toBe('/problems/stream-inactive');
    await storeCounts();
    const another = new RefusalCounter();
    another.count(liveStreamId, 'stream-inactive', api.clock.now());
    another.count(liveStreamId, 'stream-inactive', api.clock.now());
    await another.flush(api.db, api.clock.now());
    const shown = async () => (await deskOf(eventId)).blocks[0].liveStreams[0].refusals;
    expect(await shown()).toEqual([
      { reason: 'stream-inactive', count: 3 },
      { reason: 'access-required', count: 2 },
    ]);
    api.clock.advance(4 * 60_000);
    expect(await shown()).toHaveLength(2);
    api.clock.advance(61_000 + 15_000);
    expect(await shown()).toEqual([]);
  });

  it('counts a device whose playback was ended, and that goes on asking', async () => {
    const { eventId, signedUrlPath } = await insertWatchable(api.db);
    const viewer = await api.signInAs();
    const { url, playbackSessionId } = (await viewer.request(`GET ${signedUrlPath}`)).body;
    const playlist = `GET ${new URL(url).pathname}`;
    expect((await api.request(playlist)).status).toBe(200);
    await viewer.request(`DELETE /api/v1/playback/sessions/${playbackSessionId}`);
    await api.heardChanges();
    expect((await api.request(playlist)).status).toBe(403);
    await viewer.request(`GET ${signedUrlPath}`);
    await storeCounts();
    expect((await deskOf(eventId)).blocks[0].liveStreams[0].refusals).toEqual([
      { reason: 'device-limit', count: 1 },
      { reason: 'playback-ended', count: 1 },
    ]);
  });

  it('counts nothing twice, and nothing for a stream that is gone, when the database was away', async () => {
    const [kept, gone] = [await insertWatchable(api.db), await insertWatchable(api.db)];
    const counter = new RefusalCounter();
    counter.count(kept.liveStreamId, 'access-required', api.clock.now());
    counter.count(gone.liveStreamId, 'access-required', api.clock.now());
    const away = api.db.withSchema('nowhere');
    const broken = {
      ...away,
      getExecutor: () => {
        throw new Error('away');
      },
    } as unknown as typeof api.db;
    await expect(counter.flush(broken, api.clock.now())).rejects.toThrow('away');
    await api.db.deleteFrom('liveStreams').where('id', '=', gone.liveStreamId).execute();
    for (let times = 0; times < 2; times++) await counter.flush(api.db, api.clock.now());
    expect((await deskOf(kept.eventId)).blocks[0].liveStreams[0].refusals).toEqual([
      { reason: 'access-required', count: 1 },
    ]);
  });

  it('names who changed a stream last, never by an e-mail address', async () => {
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db);
    const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}`;
    await organiser.request(`PATCH ${path}`, { body: { status: 'inactive' } });
    const text = JSON.stringify(await deskOf(eventId));
    expect(JSON.parse(text).blocks[0].liveStreams[0]).toMatchObject({
      status: 'inactive',
      changedBy: 'Sam Jansen',
      changedAt: expect.any(String),
    });
    expect(text).not.toContain('@');
  });

  it('forgets old refusals in the clean-up', async () => {
    const { liveStreamId } = await insertWatchable(api.db);
    refusals.count(liveStreamId, 'access-ended', api.clock.now());
    await storeCounts();
    const rows = () => api.db.selectFrom('playbackRefusals').select('count').execute();
    expect((await rows()).length).toBeGreaterThan(0);
    api.clock.advance(11 * 60_000);
    const { playbackRefusals } = cleanUpTasks({
      ...api,
      pictures: undefined as never,
      ingest: { broadcasts: undefined as never, films: undefined as never, remote: undefined },
      now: api.clock.now,
    });
    await cleanUp({ playbackRefusals: playbackRefusals as () => Promise<number> }, log);
    expect(await rows()).toEqual([]);
  });
});

describe('streamDesk', () => {
  const open = (eventId: string, device: Device = organiser) =>
    follow(api, `${pathOf(eventId)}/events`, { device });

  it('sends what getDesk returns, and again when it changes', async () => {
    const { eventId, blockId, liveStreamId, signedUrlPath } = await insertWatchable(api.db);
    const stream = await open(eventId);
    expect((await stream.next('desk')).data).toEqual(await deskOf(eventId));
    await organiser.request(`PUT ${pathOf(eventId).replace('desk', 'banner')}`, { body: { text: 'Now.' } });
    await stream.next('desk', ({ banner }) => banner.text === 'Now.');
    const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}`;
    await organiser.request(`PATCH ${path}`, { body: { weight: 7 } });
    await stream.next('desk', ({ blocks }) => blocks[0].liveStreams[0].weight === 7);
    await insertLiveStream(api.db, { blockId, name: 'Corner camera', weight: 8 });
    await stream.next('desk', ({ blocks }) => blocks[0].liveStreams[1]?.name === 'Corner camera');
    // Viewers come without an event of their own.
    await (await api.signInAs()).request(`GET ${signedUrlPath}`);
    await stream.next('desk', ({ viewers }) => viewers === 1, 7_000);
    expect(stream.headers['cache-control']).toBe('no-store, no-transform');
  });

  it('is quiet while nothing changes', async () => {
    const { eventId } = await insertWatchable(api.db);
    const stream = await open(eventId);
    await stream.next('desk');
    await wait(6_000);
    expect(stream.events().map(({ event }) => event)).toEqual(['desk', 'card']);
  });

  it('stays open for a draft, and ends when the event is deleted', async () => {
    const { eventId } = await insertWatchable(api.db);
    const stream = await open(eventId);
    await organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { status: 'draft' } });
    await stream.next('desk', ({ event }) => event.status === 'draft');
    await organiser.request(`DELETE /api/v1/events/${eventId}`);
    await stream.ended;
    expect(stream.events().at(-1)?.event).toBe('gone');
  });

  it('is refused without the permission, and to a viewer', async () => {
    const { eventId } = await insertWatchable(api.db);
    expect((await open(eventId, await api.signInAs())).status).toBe(403);
    expect((await follow(api, `${pathOf(eventId)}/events`)).status).toBe(401);
  });

  const endings: Array<[name: string, lose: (device: Device) => Promise<unknown>]> = [
    [
      'signs out',
      ({ sessionId }) =>
        api.db
          .updateTable('loginSessions')
          .set({ revokedAt: api.clock.now().toISOString() })
          .where('id', '=', sessionId)
          .execute(),
    ],
    [
      'loses the permission',
      ({ userId }) => api.db.deleteFrom('userPermissions').where('userId', '=', userId).execute(),
    ],
    ['is deleted', ({ userId }) => api.db.deleteFrom('users').where('id', '=', userId).execute()],
  ];
  it.each(endings)('ends within a heartbeat when its user %s', { timeout: 30_000 }, async (_name, lose) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { eventId } = await insertWatchable(api.db);
    const [leaving, staying] = [await api.signInAs({ scopes }), await api.signInAs({ scopes })];
    const [left, stayed] = [await open(eventId, leaving), await open(eventId, staying)];
    await left.next('desk');
    vi.advanceTimersByTime(20_000);
    await wait(200);
    expect(left.text()).toMatch(/\n:\n\n$/);
    await lose(leaving);
    vi.advanceTimersByTime(20_000);
    await left.ended;
    await wait(200);
    expect(stayed.text().match(/^:$/gm)?.length).toBe(2);
  });

  it('ends when the access token expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { eventId } = await insertWatchable(api.db);
    const stream = await open(eventId);
    await stream.next('desk');
    api.clock.advance(86_400_000);
    vi.advanceTimersByTime(20_000);
    await stream.ended;
  });
});
