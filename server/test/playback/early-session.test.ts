/**
 * A session that the live page begins before it knows its competition (docs/product.md, 28.10).
 *
 * @clocks apart
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const past = { startDate: hours(-3), endDate: hours(-1) };

type State = 'idle' | 'connecting' | 'live' | 'interrupted' | 'ended';
let organiser: Device;
let viewer: Device;
let eventId: string;

beforeEach(async () => {
  organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });
  viewer = await api.signInAs();
  eventId = await insertEvent(api.db);
});

/** @param state null: the stream shows another video. */
async function insertStream(blockId: string, state: State | null, stream: { weight?: number } = {}) {
  const id = await insertLiveStream(api.db, { blockId, ...stream });
  if (state === null) return id;
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${id}/ingest`;
  expect((await organiser.request(`POST ${path}`)).status).toBe(201);
  const endedAt = state === 'ended' ? hours(0) : null;
  await api.db.updateTable('ingests').set({ state, endedAt }).where('liveStreamId', '=', id).execute();
  return id;
}

const begin = async (query = `competitionId=${eventId}`, device = viewer) => {
  const { status, body } = await device.request(`POST /api/v1/playback/sessions?${query}`);
  return status === 409 ? body.type : status;
};
const refused = '/problems/broadcast-not-started';

describe('a session that is begun early', () => {
  it('puts out no other device while the stream waits, and one when the picture is there', async () => {
    const { userId } = viewer;
    const blockId = await insertBlock(api.db, { eventId });
    const streamId = await insertStream(blockId, 'idle');
    const others = [await api.signInAs({ userId }), await api.signInAs({ userId })];
    const ids: string[] = [];
    for (const other of others) ids.push((await other.request('POST /api/v1/playback/sessions')).body.id);
    const own = await viewer.request('GET /api/v1/playback/sessions');
    for (let count = 0; count < 3; count++) expect(await begin()).toBe(refused);
    expect((await viewer.request('GET /api/v1/playback/sessions')).body).toEqual(own.body);
    for (const [index, other] of others.entries())
      expect((await other.request(`POST /api/v1/playback/sessions/${ids[index]}/ping`)).status).toBe(204);

    await api.db.updateTable('ingests').set({ state: 'live' }).where('liveStreamId', '=', streamId).execute();
    expect(await begin()).toBe(201);
    const [first] = others as [Device];
    const { body } = await first.request(`POST /api/v1/playback/sessions/${ids[0]}/ping`);
    expect(body.type).toBe('/problems/playback-ended-by-device-limit');
  });

  it('does not replace the session with which the same device watches something else', async () => {
    await insertStream(await insertBlock(api.db, { eventId }), 'connecting');
    const { body } = await viewer.request('POST /api/v1/playback/sessions');
    expect(await begin()).toBe(refused);
    expect((await viewer.request(`POST /api/v1/playback/sessions/${body.id}/ping`)).status).toBe(204);
  });

  it.each([
    ['another video during the block', {}, [null], 201],
    ['an encoder that has not come', {}, ['idle'], refused],
    ['an encoder without a picture', {}, ['connecting'], refused],
    ['a picture', {}, ['live'], 201],
    ['a slate', {}, ['interrupted'], 201],
    ['a broadcast that has ended early', {}, ['ended'], refused],
    ['the second camera while the first one waits', {}, ['idle', 'live'], refused],
    ['the first camera while the second one waits', {}, ['live', 'idle'], 201],
    ['no stream', {}, [], refused],
    ['a block that comes', { startDate: hours(1), endDate: hours(2) }, [null], refused],
    ['another video after the block', past, [null], refused],
    ['a broadcast that goes on after the block', past, ['live'], 201],
    ['an encoder that never came', past, ['idle'], refused],
  ] as const)('is answered for %s', async (_, block, states, answer) => {
    const blockId = await insertBlock(api.db, { eventId, ...block });
    for (const [weight, state] of states.entries()) await insertStream(blockId, state, { weight });
    expect(await begin()).toBe(answer);
  });

  it('follows the choice of the viewer, and then the one of the organiser', async () => {
    const blockId = await insertBlock(api.db, { eventId });
    const waiting = await insertStream(blockId, 'idle', { weight: 1 });
    const live = await insertStream(blockId, 'live', { weight: 2 });
    const chosen = (id: string) => `competitionId=${eventId}&liveStreamId=${id}`;
    expect(await begin()).toBe(refused);
    expect(await begin(chosen(live.toUpperCase()))).toBe(201);
    await api.db.insertInto('broadcasts').values({ eventId, featuredStreamId: live }).execute();
    expect(await begin()).toBe(201);
    expect(await begin(chosen(waiting))).toBe(refused);
    expect(await begin(chosen(randomUUID()))).toBe(201);
  });

  it('ignores a stream that is switched off, and the choice of one', async () => {
    const blockId = await insertBlock(api.db, { eventId });
    const off = await insertLiveStream(api.db, { blockId, status: 'inactive' });
    expect(await begin()).toBe(refused);
    await insertStream(blockId, 'idle');
    expect(await begin(`competitionId=${eventId}&liveStreamId=${off}`)).toBe(refused);
  });

  it('prefers the block that began last', async () => {
    await insertStream(await insertBlock(api.db, { eventId, startDate: hours(-2) }), null);
    await insertStream(await insertBlock(api.db, { eventId, startDate: hours(-1) }), 'idle');
    expect(await begin()).toBe(refused);
  });

  it('is found by the slug; a draft and an unknown competition have no picture', async () => {
    const slug = `night-${randomUUID()}`;
    await api.db.updateTable('events').set({ slug }).where('id', '=', eventId).execute();
    await insertStream(await insertBlock(api.db, { eventId }), 'live');
    expect(await begin(`competitionId=${slug}`)).toBe(201);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute();
    expect(await begin(`competitionId=${slug}`)).toBe(refused);
    expect(await begin('competitionId=nowhere')).toBe(refused);
  });
});
