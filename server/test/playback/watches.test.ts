/**
 * Everything that a watch page needs, in one call (docs/product.md, 35.1 to 35.3).
 *
 * @clocks apart
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hoursFromNow,
  insertAccess,
  insertBlock,
  insertEvent,
  insertLiveStream,
  insertUser,
  insertWatchable,
} from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const second = 1_000;
const path = '/api/v1/playback/watches';
const sessions = '/api/v1/playback/sessions';
const paid = { paymentRequired: true };
const past = () => ({ startDate: hoursFromNow(-3), endDate: hoursFromNow(-1) });

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const watch = (device: Pick<Device, 'request'>, competition: string, query = '') =>
  device.request(`POST ${path}?competitionId=${competition}${query}`);
const get = async (url: string) => {
  await api.heardChanges();
  const { pathname } = new URL(url, 'http://ringside.test');
  return api.app.inject({ method: 'GET', url: pathname });
};
const pinged = async (device: Device, id: string) => {
  const { status, body } = await device.request(`POST ${sessions}/${id}/ping`);
  return status === 204 ? 'watches' : body.type.replace('/problems/playback-ended-by-', '');
};
const leasesOf = (userId: string) =>
  api.db.selectFrom('playbackLeases').selectAll().where('userId', '=', userId).execute();
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('createWatch', () => {
  it('answers competition, session and address, as the calls for each of them do', async () => {
    const viewer = await api.signInAs();
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db, {
      event: { slug: 'in-one-call', content: '# Doors open at 18:30' },
    });
    const { status, body, headers } = await watch(viewer, 'in-one-call');
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    const competition = await api.request(`GET /api/v1/kickboxing/competitions/${eventId}`);
    expect(body.competition).toEqual(competition.body);
    expect(body).toMatchObject({ blockId, liveStreamId, signedUrl: { mode: 'live' } });
    const { playbackSessionId: id } = body.signedUrl;
    expect(headers.location).toBe(`${sessions}/${id}`);
    expect(await pinged(viewer, id)).toBe('watches');
    expect(await leasesOf(viewer.userId)).toMatchObject([{ id, liveStreamId, endedAt: null }]);
    const history = await viewer.request('GET /api/v1/history');
    expect(history.body.data).toMatchObject([{ liveStreamId }]);
    const again = `GET /api/v1/kickboxing/competitions/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/signed-url`;
    expect((await viewer.request(again)).body.playbackSessionId).toBe(id);
  });

  it('hands over the playlists of this moment, and the files with which the picture begins', async () => {
    const { eventId } = await insertWatchable(api.db);
    const { body } = await watch(await api.signInAs(), eventId);
    const [master, variant] = body.playlists;
    expect(body.playlists).toHaveLength(2);
    expect(master.url).toBe(body.signedUrl.url);
    for (const { url, text } of body.playlists) expect((await get(url)).body).toBe(text);
    expect(new URL(linesOf(master.text)[0] ?? '', master.url).href).toBe(variant.url);
    const [init, segment] = body.files;
    expect(body.files).toHaveLength(2);
    expect(init).toBe(new URL('init.mp4', variant.url).href);
    expect(segment).toBe(new URL(linesOf(variant.text).at(-2) ?? '', variant.url).href);
    for (const file of body.files) {
      const { statusCode, rawPayload } = await get(file);
      expect([statusCode, rawPayload.subarray(4, 8).toString()]).toEqual([
        200,
        file === init ? 'ftyp' : 'styp',
      ]);
    }
  });

  it('begins a recording where its viewer stopped', async () => {
    const viewer = await api.signInAs();
    const block = { ...past(), slug: 'prelims' };
    const { eventId, liveStreamId } = await insertWatchable(api.db, { block });
    const begin = async () => (await watch(viewer, eventId, '&block=prelims')).body;
    const first = await begin();
    expect(first.signedUrl).not.toHaveProperty('positionSeconds');
    expect(first.files.at(-1)).toMatch(/\/0\.m4s$/);
    const call = { body: { positionSeconds: 61 } };
    await viewer.request(`PUT /api/v1/history/${liveStreamId}/position`, call);
    const then = await begin();
    expect(then.signedUrl).toMatchObject({ mode: 'replay', positionSeconds: 61 });
    expect(then.files.at(-1)).toMatch(/\/30\.m4s$/);
    // A segment of a recording redirects to its address of this moment.
    expect((await get(then.files.at(-1))).statusCode).toBe(302);
  });

  it('chooses the stream of a page as the page does: of the viewer, of the organiser, the lightest', async () => {
    const viewer = await api.signInAs();
    const eventId = await insertEvent(api.db);
    const other = await insertBlock(api.db, { eventId, slug: 'other' });
    const elsewhere = await insertLiveStream(api.db, { blockId: other });
    const blockId = await insertBlock(api.db, { eventId, slug: 'card', startDate: hoursFromNow(-0.5) });
    const [light, heavy, off] = [
      await insertLiveStream(api.db, { blockId, weight: 1 }),
      await insertLiveStream(api.db, { blockId, weight: 2 }),
      await insertLiveStream(api.db, { blockId, weight: 1, status: 'inactive' }),
    ] as const;
    const shown = async (query = '') => (await watch(viewer, eventId, query)).body.liveStreamId;
    expect(await shown()).toBe(light);
    expect(await shown('&block=card')).toBe(light);
    expect(await shown(`&block=card&liveStreamId=${off}`)).toBe(light);
    expect(await shown(`&block=card&liveStreamId=${elsewhere}`)).toBe(light);
    expect(await shown('&block=other')).toBe(elsewhere);
    await api.db.insertInto('broadcasts').values({ eventId, featuredStreamId: heavy }).execute();
    expect(await shown('&block=card')).toBe(heavy);
    expect(await shown(`&block=card&liveStreamId=${light.toUpperCase()}`)).toBe(light);
    expect(await shown(`&liveStreamId=${elsewhere}`)).toBe(elsewhere);
  });

  it('lets go of the picture with the right to watch', async () => {
    const viewer = await api.signInAs();
    const { eventId } = await insertWatchable(api.db, { block: paid });
    const accessId = await insertAccess(api.db, { eventId, userId: viewer.userId });
    const { body } = await watch(viewer, eventId);
    expect(body.playlists).toHaveLength(2);
    await api.db.deleteFrom('accesses').where('id', '=', accessId).execute();
    for (const { url } of body.playlists) expect((await get(url)).statusCode).toBe(403);
    expect((await get(body.files[0])).statusCode).toBe(403);
    expect(await pinged(viewer, body.signedUrl.playbackSessionId)).toBe('access');
    expect((await watch(viewer, eventId)).body.type).toBe('/problems/access-required');
  });

  it('is refused once the device has signed out', async () => {
    const viewer = await api.signInAs();
    const { eventId } = await insertWatchable(api.db);
    const { body } = await watch(viewer, eventId);
    await viewer.request('GET /api/v1/identity/auth/credentials/logout');
    expect((await watch(viewer, eventId)).status).toBe(401);
    expect((await get(body.signedUrl.url)).statusCode).toBe(403);
  });

  it('answers hostile names with 400, and what no row has with 404 or 409', async () => {
    const viewer = await api.signInAs();
    const { eventId } = await insertWatchable(api.db);
    const long = 'a'.repeat(20_000);
    for (const query of [
      `competitionId=${long}`,
      `competitionId=${eventId}&block=${long}`,
      'competitionId=%27--',
      '',
    ])
      expect([400, 414, 431]).toContain((await viewer.request(`POST ${path}?${query}`)).status);
    expect((await watch(viewer, 'nowhere')).status).toBe(404);
    expect((await watch(viewer, eventId, '&block=nowhere')).status).toBe(409);
    expect(await leasesOf(viewer.userId)).toEqual([]);
  });
});

describe('a refused watch', () => {
  const refusals: Array<[string, string, () => Promise<{ eventId: string; query?: string }>]> = [
    ['a paid block', 'access-required', () => insertWatchable(api.db, { block: paid })],
    ['a draft', 'not-found', () => insertWatchable(api.db, { event: { status: 'draft' } })],
    [
      'a block that has not begun',
      'broadcast-not-started',
      async () => {
        const dates = { startDate: hoursFromNow(1), endDate: hoursFromNow(2) };
        const ids = await insertWatchable(api.db, { block: { ...dates, slug: 'later' } });
        return { ...ids, query: '&block=later' };
      },
    ],
    [
      'a competition without a live block',
      'broadcast-not-started',
      () => insertWatchable(api.db, { block: past() }),
    ],
    [
      'a stream that is switched off',
      'broadcast-not-started',
      () => insertWatchable(api.db, { stream: { status: 'inactive' } }),
    ],
    ...(['idle', 'connecting'] as const).map((state): (typeof refusals)[number] => [
      `an encoder that is ${state}`,
      'broadcast-not-started',
      () => insertBroadcast(state),
    ]),
    ['a broadcast of which nothing was recorded', 'nothing-recorded', () => insertBroadcast('ended')],
  ];

  async function insertBroadcast(state: 'idle' | 'connecting' | 'ended') {
    const organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db, {
      block: { slug: `is-${state}` },
    });
    const ingest = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/ingest`;
    expect((await organiser.request(`POST ${ingest}`)).status).toBe(201);
    const endedAt = state === 'ended' ? hoursFromNow(0) : null;
    await api.db
      .updateTable('ingests')
      .set({ state, endedAt })
      .where('liveStreamId', '=', liveStreamId)
      .execute();
    return { eventId, query: `&block=is-${state}` };
  }

  it.each(refusals)('of %s says %s, takes no place and ends nothing', async (_, type, insert) => {
    const { eventId, query = '' } = await insert();
    const userId = await insertUser(api.db);
    const [one, two, viewer] = [
      await api.signInAs({ userId }),
      await api.signInAs({ userId }),
      await api.signInAs({ userId }),
    ];
    const playing = await insertWatchable(api.db);
    const ids: string[] = [];
    for (const device of [one, two])
      ids.push((await watch(device, playing.eventId)).body.signedUrl.playbackSessionId);
    const { body } = await watch(viewer, eventId, query);
    expect(body.type).toBe(`/problems/${type}`);
    expect([await pinged(one, ids[0] ?? ''), await pinged(two, ids[1] ?? '')]).toEqual([
      'watches',
      'watches',
    ]);
    expect(await leasesOf(userId)).toHaveLength(2);
  });
});

describe('a watch on a third device', () => {
  async function watchingDevices(others = 1) {
    const { eventId } = await insertWatchable(api.db);
    const userId = await insertUser(api.db);
    const watching: Device[] = [await api.signInAs({ userId }), await api.signInAs({ userId })];
    const ids: string[] = [];
    for (const device of watching) {
      api.clock.advance(second);
      ids.push((await watch(device, eventId)).body.signedUrl.playbackSessionId);
    }
    const rest: Device[] = [];
    for (let count = 0; count < others; count++) rest.push(await api.signInAs({ userId }));
    const states = () => Promise.all(watching.map((device, at) => pinged(device, ids[at] ?? '')));
    return { eventId, userId, ids, rest: rest as [Device, ...Device[]], states };
  }

  it('is refused if it asks first, however often, and changes nothing', async () => {
    const { eventId, rest, states } = await watchingDevices(3);
    const asked = Array.from({ length: 60 }, (_, count) =>
      watch(rest[count % 3] as Device, eventId, '&atLimit=refuse'),
    );
    const types = (await Promise.all(asked)).map(({ status, body }) => `${status} ${body.type}`);
    expect(new Set(types)).toEqual(new Set(['409 /problems/two-devices-watch']));
    expect(await states()).toEqual(['watches', 'watches']);
  });

  it('takes the place of the device that its viewer names', async () => {
    const { eventId, ids, rest, states } = await watchingDevices();
    const { status } = await watch(rest[0], eventId, `&inPlaceOf=${ids[1]?.toUpperCase()}`);
    expect(status).toBe(201);
    expect(await states()).toEqual(['watches', 'stop']);
  });

  it('ends the one that began first, if it does not ask', async () => {
    const { eventId, rest, states } = await watchingDevices();
    expect((await watch(rest[0], eventId)).status).toBe(201);
    expect(await states()).toEqual(['device-limit', 'watches']);
  });

  it('leaves two devices, whatever many do at once', async () => {
    const { eventId, userId, rest } = await watchingDevices(3);
    const asked = Array.from({ length: 60 }, (_, count) => watch(rest[count % 3] as Device, eventId));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const running = (await leasesOf(userId)).filter(({ endedAt }) => endedAt === null);
    expect(running).toHaveLength(2);
    expect(new Set(running.map(({ sessionId }) => sessionId)).size).toBe(2);
  });
});
