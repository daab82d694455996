/** Videos of an outside provider: its playlists at an address of ours, which asks the lease (docs/product.md, 15.6). */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMux } from '../../../src/media/remote/mux.ts';
import { startMux } from '../../../stand-ins/video/mux.ts';
import { insertAccess, insertWatchable } from '../../factories.ts';
import { startApi } from '../../harness.ts';

let clock = () => Date.now();
const standIn = await startMux(() => clock());
afterAll(() => standIn.close());
const api = await startApi({}, undefined, { remoteProvider: createMux(standIn.settings) });
clock = () => api.clock.now().getTime();
const second = 1_000;
const live = standIn.addLiveStream();
const asset = standIn.addAsset();

beforeEach(() => {
  api.clock.stop();
  standIn.startBroadcast(live);
  api.clock.advance(60 * second);
});
afterEach(() => {
  standIn.failWith(undefined);
  standIn.tamper((text) => text);
  // Playlists are kept for seconds.
  api.clock.advance(300 * second);
});

const get = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
  await api.heardChanges();
  return api.app.inject({ method, url: new URL(url, 'http://ringside.test').pathname });
};
const status = async (url: string) => (await get(url)).statusCode;

/** A viewer who watches, with the address of the master playlist. */
async function watching(videoId: string, mode: 'live' | 'replay' = 'live') {
  const hours = (count: number) => new Date(clock() + count * 3_600 * second).toISOString();
  const dates =
    mode === 'live'
      ? { startDate: hours(-1), endDate: hours(4) }
      : { startDate: hours(-4), endDate: hours(-1) };
  const block = { paymentRequired: true, ...dates };
  const ids = await insertWatchable(api.db, { block, stream: { videoId } });
  const viewer = await api.signInAs();
  const accessId = await insertAccess(api.db, { eventId: ids.eventId, userId: viewer.userId });
  const { body } = await viewer.request(`GET ${ids.signedUrlPath}`);
  return { ...ids, viewer, accessId, master: String(body.url), leaseId: String(body.playbackSessionId) };
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

async function listOf(master: string) {
  const { body, statusCode } = await get(master);
  expect(statusCode).toBe(200);
  const list = new URL(linesOf(body)[0] ?? '', master).href;
  return { list, answer: await get(list) };
}

describe('a live stream of a provider', () => {
  it('has its playlists here and its segments there', async () => {
    const { master } = await watching(live.playbackId);
    expect(master).toMatch(/\/media\/remote\/.*\/live\.m3u8$/);
    const answer = await get(master);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/vnd.apple.mpegurl',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(linesOf(answer.body)).toEqual(['720p/live.m3u8', '360p/live.m3u8']);
    const { answer: list } = await listOf(master);
    const segments = linesOf(list.body);
    expect(segments).toHaveLength(6);
    const segment = await fetch(segments.at(-1) ?? '');
    expect(await segment.text()).toMatch(new RegExp(`^${live.playbackId} 720 \\d+\\.ts$`));
    expect((await get(master, 'HEAD')).body).toBe('');
  });

  it('begins a watch without texts: the provider has them', async () => {
    const { viewer, eventId } = await watching(live.playbackId);
    const { status, body } = await viewer.request(`POST /api/v1/playback/watches?competitionId=${eventId}`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ playlists: null, files: [] });
    expect((await get(body.signedUrl.url)).statusCode).toBe(200);
  });

  it('never shows the token that opens the provider, nor asks players to block', async () => {
    const { master } = await watching(live.playbackId);
    const { answer } = await listOf(master);
    for (const text of [(await get(master)).body, answer.body]) {
      expect(text).not.toMatch(/token=|eyJ|manifest|PART|BLOCK/);
    }
  });

  it('refuses each playlist from the moment at which the lease or the access ends', async () => {
    const evicted = await watching(live.playbackId);
    const { list } = await listOf(evicted.master);
    await evicted.viewer.request(`DELETE /api/v1/playback/sessions/${evicted.leaseId}`);
    expect([await status(evicted.master), await status(list)]).toEqual([403, 403]);
    const revoked = await watching(live.playbackId);
    await api.db.deleteFrom('accesses').where('id', '=', revoked.accessId).execute();
    expect(await status(revoked.master)).toBe(403);
  });

  it('opens nothing with another signature, later, or with the token of another video', async () => {
    const { master } = await watching(live.playbackId);
    expect(await status(master.replace(/remote\/.{5}/, 'remote/AAAAA'))).toBe(403);
    expect(await status(master.replace(live.playbackId, asset.playbackId))).toBe(403);
    for (const path of ['/x', '/a/b/c', '/live.m3u8/x', '/nothing.m3u8', '/v/live.m3u8'])
      expect(await status(master.replace(/\/live\.m3u8$/, path)), path).toBe(404);
    // Not at the origin of this server's own videos either.
    expect(await status(master.replace('/media/remote/', '/media/hls/'))).toBe(404);
    api.clock.advance(121 * second);
    expect(await status(master)).toBe(403);
  });

  it('asks the provider once a second, however often players ask', async () => {
    const { master } = await watching(live.playbackId);
    const { list } = await listOf(master);
    api.clock.advance(2 * second);
    const before = standIn.calls.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(list)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(standIn.calls.slice(before)).toHaveLength(1);
  });

  it('moves on as the broadcast does, over the renewals of its addresses', async () => {
    const { master, viewer, signedUrlPath, leaseId } = await watching(live.playbackId);
    let { list } = await listOf(master);
    const sequences: number[] = [];
    for (let renewals = 0; renewals < 12; renewals += 1) {
      api.clock.advance(20 * second);
      await viewer.request(`POST /api/v1/playback/sessions/${leaseId}/ping`);
      const { body } = await viewer.request(`GET ${signedUrlPath}`);
      ({ list } = await listOf(body.url));
      sequences.push(Number(/MEDIA-SEQUENCE:(\d+)/.exec((await get(list)).body)?.[1]));
    }
    expect(sequences.map((sequence) => sequence - Number(sequences[0]))).toEqual(
      sequences.map((_, index) => index * 4),
    );
  });

  it('is not there before the broadcast, and asks the provider once a second meanwhile', async () => {
    const idle = standIn.addLiveStream();
    const { master } = await watching(idle.playbackId);
    const before = standIn.calls.length;
    const answers = await Promise.all(Array.from({ length: 30 }, () => status(master)));
    expect(new Set(answers)).toEqual(new Set([404]));
    expect(standIn.calls.slice(before)).toHaveLength(1);
    standIn.startBroadcast(idle);
    api.clock.advance(10 * second);
    expect(await status(master)).toBe(200);
  });

  it('goes on for a few segments while the provider is away, then says so', async () => {
    const { master, viewer, leaseId } = await watching(live.playbackId);
    const { list } = await listOf(master);
    standIn.failWith(503);
    api.clock.advance(10 * second);
    expect(await status(list)).toBe(200);
    api.clock.advance(10 * second);
    await viewer.request(`POST /api/v1/playback/sessions/${leaseId}/ping`);
    const away = await get(list);
    expect(away.statusCode).toBe(503);
    expect(away.headers).toMatchObject({ 'cache-control': 'no-store' });
    standIn.failWith(undefined);
    api.clock.advance(2 * second);
    expect(await status(list)).toBe(200);
  });

  it.each([
    ['another host', (text: string) => text.replaceAll(/http:\/\/[^/]+/g, 'https://evil.example')],
    ['a host that looks alike', (text: string) => text.replaceAll(/(http:\/\/[^/]+)/g, '$1.evil.example')],
    ['a script', (text: string) => text.replaceAll(/http:\/\/\S+/g, 'javascript:alert(1)')],
    ['nothing', () => ''],
    ['20 MB', (text: string) => `${text}${'#'.repeat(20_000_000)}`],
    ['a page', () => '<!doctype html>'],
  ])('passes no playlist on that leads to %s', async (_, change) => {
    const { master } = await watching(standIn.addAsset().playbackId);
    standIn.tamper(change);
    expect(await status(master)).toBe(503);
  });
});

describe('a finished video of a provider', () => {
  it('leads each segment to the address of its moment, while the viewer may watch', async () => {
    const { master, viewer, leaseId } = await watching(asset.playbackId, 'replay');
    expect(master).toMatch(/\/replay\.m3u8$/);
    const { list, answer } = await listOf(master);
    expect(linesOf(answer.body)).toEqual(['0.ts', '1.ts', '2.ts', '3.ts', '4.ts', '5.ts']);
    const segment = new URL('3.ts', list).href;
    const first = await get(segment);
    expect([first.statusCode, first.headers['cache-control']]).toEqual([302, 'no-store']);
    expect(await (await fetch(String(first.headers.location))).text()).toBe(`${asset.playbackId} 720 3.ts`);
    // The address has expired, and another one has taken its place.
    api.clock.advance(59 * second);
    await viewer.request(`POST /api/v1/playback/sessions/${leaseId}/ping`);
    api.clock.advance(2 * second);
    expect((await fetch(String(first.headers.location))).status).toBe(403);
    const again = await get(segment);
    expect((await fetch(String(again.headers.location))).status).toBe(200);
    expect(await status(new URL('6.ts', list).href)).toBe(404);
    await viewer.request(`DELETE /api/v1/playback/sessions/${leaseId}`);
    expect(await status(segment)).toBe(403);
  });
});

describe('the platform with a provider', () => {
  it('lets organisers name its signed videos only', async () => {
    const organiser = await api.signInAs({ scopes: ['event:read', 'event:create'] });
    const { eventId, blockId } = await insertWatchable(api.db);
    const path = `POST /api/v1/events/${eventId}/blocks/${blockId}/live-streams`;
    const create = async (videoId: string) =>
      (await organiser.request(path, { body: { videoId, name: 'Ring', status: 'inactive', weight: 1 } }))
        .status;
    expect(await create(live.playbackId)).toBe(201);
    expect(await create('demo')).toBe(201);
    for (const videoId of [standIn.addAsset('public').playbackId, 'unknown', '../live-streams', 'a b'])
      expect(await create(videoId), videoId).toBe(400);
    standIn.failWith(500);
    expect(await create(asset.playbackId)).toBe(503);
  });

  it('plays its own videos as before', async () => {
    const { master } = await watching('demo');
    expect(master).toContain('/media/hls/');
    expect(await status(master)).toBe(200);
  });

  it('lets pages load segments from the provider and nothing else', async () => {
    const { headers } = await api.app.inject('/');
    const policy = String(headers['content-security-policy']);
    const { origin } = standIn.settings;
    expect(policy).toContain(`connect-src 'self' ${origin};`);
    expect(policy).toContain(`media-src 'self' blob: ${origin};`);
    expect(policy.split(origin)).toHaveLength(3);
  });

  it('shows organisers a preview, without a lease', async () => {
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db, {
      stream: { videoId: live.playbackId, status: 'inactive' },
    });
    const { body } = await organiser.request(
      `GET /api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/preview`,
    );
    expect(await status(body.url)).toBe(200);
  });

  it('says on the page of the system whether the provider answers', async () => {
    const keeper = await api.signInAs({ scopes: ['settings:read', 'settings:update'] });
    const state = async () => {
      const { body } = await keeper.request('GET /api/v1/settings/system');
      return body.adapters.find(({ name }: { name: string }) => name.includes('Mux'));
    };
    expect(await state()).toMatchObject({ kind: 'video', state: 'ok', lastError: null });
    standIn.failWith(401);
    expect(await state()).toMatchObject({ state: 'failed', lastError: { detail: 'HTTP 401' } });
  });
});
