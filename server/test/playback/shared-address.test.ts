/** One copied address plays for one viewer: docs/product.md, 15.8. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RefusalCounter } from '../../src/desk/refusal-counter.ts';
import { createMux } from '../../src/media/remote/mux.ts';
import { startMux } from '../../stand-ins/video/mux.ts';
import { hoursFromNow, insertAccess, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

let clock = () => Date.now();
const standIn = await startMux(() => clock());
const refusals = new RefusalCounter();
const api = await startApi({}, undefined, { remoteProvider: createMux(standIn.settings), refusals });
clock = () => api.clock.now().getTime();
const second = 1_000;
/** Of the demo's playlists. */
const target = 2;

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

async function watching({ isOver = false, videoId }: { isOver?: boolean; videoId?: string } = {}) {
  const dates = isOver
    ? { startDate: hoursFromNow(-4), endDate: hoursFromNow(-1) }
    : { endDate: hoursFromNow(4) };
  const block = { paymentRequired: true, ...dates };
  const ids = await insertWatchable(api.db, { block, ...(videoId ? { stream: { videoId } } : {}) });
  const viewer = await api.signInAs();
  await insertAccess(api.db, { eventId: ids.eventId, userId: viewer.userId });
  const sign = () => viewer.request(`GET ${ids.signedUrlPath}`);
  const { body } = await sign();
  const mode = isOver ? 'replay' : 'live';
  const playlistIn = (url: string, rung = '360p') =>
    new URL(url).pathname.replace(`/${mode}.m3u8`, `/${rung}/${mode}.m3u8`);
  return { ...ids, viewer, sign, playlistIn, leaseId: String(body.playbackSessionId), url: String(body.url) };
}
const read = async (url: string, remoteAddress = '192.0.2.1', headers = {}) =>
  (await api.app.inject({ url, remoteAddress, headers })).statusCode;
const ping = (device: Device, leaseId: string) =>
  device.request(`POST /api/v1/playback/sessions/${leaseId}/ping`);

/** Plays for so many seconds; the addresses take turns. @returns the statuses that differ from 200. */
async function play(url: string, seconds: number, addresses: readonly string[], device?: [Device, string]) {
  const refused: number[] = [];
  for (let passed = 0; passed < seconds; passed += target) {
    if (device && passed % 20 === 0) await ping(...device);
    for (const address of addresses) {
      const status = await read(url, address);
      if (status !== 200) refused.push(status);
    }
    api.clock.advance(target * second);
  }
  return refused;
}

/** Resolves when the lease has ended, which the refused playlist does not wait for. */
const reasonOf = (leaseId: string) => async () => {
  await turn();
  const { endReason } = await api.db
    .selectFrom('playbackLeases')
    .select('endReason')
    .where('id', '=', leaseId)
    .executeTakeFirstOrThrow();
  return endReason;
};

describe('an address that strangers copied', () => {
  it('ends for all of them when they come from many networks', async () => {
    const { viewer, sign, playlistIn, url, leaseId, liveStreamId } = await watching();
    const statuses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => read(playlistIn(url), `203.0.${index % 60}.7`)),
    );
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(15);
    await expect.poll(reasonOf(leaseId)).toBe('shared');

    // What the viewer, the helper and the desk read.
    expect((await ping(viewer, leaseId)).body.type).toBe('/problems/playback-ended-by-shared');
    const signed = await sign();
    expect([signed.status, signed.body.type]).toEqual([403, '/problems/playback-shared']);
    await refusals.flush(api.db, api.clock.now());
    const counted = await api.db
      .selectFrom('playbackRefusals')
      .select('count')
      .where('liveStreamId', '=', liveStreamId)
      .where('reason', '=', 'shared')
      .execute();
    expect(counted).toEqual([{ count: 1 }]);

    // The viewer's own press opens another address. The copied one stays closed.
    expect((await viewer.request('POST /api/v1/playback/sessions')).status).toBe(201);
    const again = await sign();
    expect(await read(playlistIn(String(again.body.url)))).toBe(200);
    expect(await read(playlistIn(url))).toBe(403);
  });

  it('ends when they share one network', async () => {
    const { playlistIn, url, leaseId } = await watching();
    const statuses = await Promise.all(Array.from({ length: 60 }, () => read(playlistIn(url))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    await expect.poll(reasonOf(leaseId)).toBe('shared');
  });

  it('ends for four who play it for half a minute, each with a rung and network of their own', async () => {
    const { viewer, playlistIn, url, leaseId } = await watching();
    for (let passed = 0; passed < 34; passed += target) {
      if (passed % 20 === 0) await ping(viewer, leaseId);
      for (const [index, rung] of ['360p', '360p', '720p', '720p'].entries())
        await read(playlistIn(url, rung), `192.0.${index % 3}.1`);
      api.clock.advance(target * second);
    }
    await expect.poll(reasonOf(leaseId)).toBe('shared');
  });

  it('ends for four networks in any order, also of IPv6', async () => {
    const { viewer, playlistIn, url, leaseId } = await watching();
    const networks = ['2001:db8:0:100::1', '2001:db8:0:200::1', '2001:db8:0:300::1', '192.0.2.1'];
    for (let passed = 0; passed < 40; passed += target) {
      if (passed % 20 === 0) await ping(viewer, leaseId);
      for (const network of passed % 4 === 0 ? networks : networks.toReversed())
        await read(playlistIn(url), network);
      api.clock.advance(target * second);
    }
    await expect.poll(reasonOf(leaseId)).toBe('shared');
  });

  it('of a replay ends, whose playlist each of them reads once', async () => {
    const { url, leaseId } = await watching({ isOver: true });
    const segment = (number: number) => new URL(url).pathname.replace('/replay.m3u8', `/360p/${number}.m4s`);
    const statuses = await Promise.all(
      Array.from({ length: 660 }, (_, index) => read(segment(Math.floor(index / 60)))),
    );
    expect(statuses.filter((status) => status === 302)).toHaveLength(600);
    await expect.poll(reasonOf(leaseId)).toBe('shared');
  });

  it('of a provider ends likewise', async () => {
    const live = standIn.addLiveStream();
    standIn.startBroadcast(live);
    const { playlistIn, url, leaseId } = await watching({ videoId: live.playbackId });
    await api.heardChanges();
    expect(await read(playlistIn(url))).toBe(200);
    for (let stranger = 0; stranger < 20; stranger += 1) await read(playlistIn(url), `203.0.${stranger}.7`);
    await expect.poll(reasonOf(leaseId)).toBe('shared');
  });

  it('of a preview is refused: it has no session that could end', async () => {
    const { eventId, blockId, liveStreamId } = await watching();
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const preview = `GET /api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/preview`;
    const { pathname } = new URL((await organiser.request(preview)).body.url);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, stranger) => read(pathname, `203.0.${stranger}.7`)),
    );
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(15);
    api.clock.advance(10 * second);
    expect(await read(pathname)).toBe(200);
  });
});

describe('one viewer', () => {
  it('plays on in two tabs, for a hundred seconds', async () => {
    const { viewer, playlistIn, url, leaseId } = await watching();
    const tabs = ['192.0.2.1', '192.0.2.1'];
    expect(await play(playlistIn(url), 100, tabs, [viewer, leaseId])).toEqual([]);
  });

  it('plays on while their phone changes between two networks of both kinds', async () => {
    const { viewer, playlistIn, url, leaseId } = await watching();
    const wifi = ['192.0.2.1', '2001:db8:0:100::1'];
    const mobile = ['198.51.100.1', '2001:db8:0:200::1'];
    for (let round = 0; round < 3; round += 1)
      for (const addresses of [wifi, mobile])
        expect(await play(playlistIn(url), 16, addresses, [viewer, leaseId])).toEqual([]);
  });

  it('plays on in a train, with a network of its own every ten seconds', async () => {
    const { viewer, playlistIn, url, leaseId } = await watching();
    for (let network = 0; network < 8; network += 1)
      expect(await play(playlistIn(url), 10, [`198.51.${network}.1`], [viewer, leaseId])).toEqual([]);
  });

  it('seeks through a replay without being taken for several', async () => {
    const { url } = await watching({ isOver: true });
    const segment = (number: number) => new URL(url).pathname.replace('/replay.m3u8', `/360p/${number}.m4s`);
    for (let seek = 0; seek < 30; seek += 1) {
      for (let ahead = 0; ahead < 15; ahead += 1)
        expect(await read(segment(((seek * 17) % 40) + ahead))).toBe(302);
      api.clock.advance(second);
    }
  });
});

describe('a playlist', () => {
  it('is readable for no other page, a segment for all', async () => {
    const { playlistIn, url } = await watching();
    const foreign = {
      origin: 'https://embed.test',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
    };
    const answer = (path: string) => api.app.inject({ url: path, headers: foreign });
    const playlist = await answer(playlistIn(url));
    expect(playlist.statusCode).toBe(200);
    expect(playlist.headers['access-control-allow-origin']).toBeUndefined();
    const segment = playlist.body.split('\n').find((line) => line.startsWith('/media/segments/'));
    expect((await answer(segment ?? '')).headers['access-control-allow-origin']).toBe('*');
    for (const spelling of ['/media/%68ls/', '/%6dedia/hls/', '/media//hls/']) {
      const other = await answer(playlistIn(url).replace('/media/hls/', spelling));
      expect([spelling, other.headers['access-control-allow-origin']]).toEqual([spelling, undefined]);
    }
  });
});
