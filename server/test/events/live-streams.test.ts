import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});

const draft = { videoId: 'demo', name: ' Ring side ', status: 'inactive', weight: 3 };
const unknownVideo = {
  detail: 'The video provider does not know this video.',
  pointer: '/videoId',
  location: 'body',
};

async function newBlock() {
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  return { eventId, blockId, path: `/api/v1/events/${eventId}/blocks/${blockId}` };
}

describe('createLiveStream', () => {
  it('stores a live stream and returns its location', async () => {
    const { path, blockId } = await newBlock();
    const created = await organiser.request(`POST ${path}/live-streams`, { body: draft });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${path}/live-streams/${created.body.id}`);
    const { body } = await organiser.request(`GET ${created.headers.location}`);
    expect(body).toEqual({
      ...draft,
      id: created.body.id,
      blockId,
      name: 'Ring side',
      description: null,
    });
  });

  it('refuses a video that the provider does not know', async () => {
    const { path } = await newBlock();
    const { status, body } = await organiser.request(`POST ${path}/live-streams`, {
      body: { ...draft, videoId: 'unknown' },
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([unknownVideo]);
  });

  it('lists every issue at once', async () => {
    const { path } = await newBlock();
    const { status, body } = await organiser.request(`POST ${path}/live-streams`, {
      body: { videoId: ' ', name: '', status: 'on', weight: 0, blockId: randomUUID() },
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual(
      expect.arrayContaining([
        { detail: 'Must not be empty.', pointer: '/videoId', location: 'body' },
        { detail: 'Must not be empty.', pointer: '/name', location: 'body' },
        { detail: 'Must be one of "active", "inactive".', pointer: '/status', location: 'body' },
        { detail: 'Must be a positive integer.', pointer: '/weight', location: 'body' },
        { detail: 'Is not a known field.', pointer: '/blockId', location: 'body' },
      ]),
    );
    expect(body.issues).toHaveLength(5);
  });

  it.each([1.5, '1', 2_147_483_648])('refuses the weight %j', async (weight) => {
    const { path } = await newBlock();
    const { status } = await organiser.request(`POST ${path}/live-streams`, { body: { ...draft, weight } });
    expect(status).toBe(400);
  });

  it('answers 404 when the block belongs to another event', async () => {
    const { blockId } = await newBlock();
    const other = await insertEvent(api.db);
    const { status } = await organiser.request(
      `POST /api/v1/events/${other}/blocks/${blockId}/live-streams`,
      {
        body: draft,
      },
    );
    expect(status).toBe(404);
  });
});

describe('createLiveStreamInBlock', () => {
  it('does the same at the older path, and returns the newer location', async () => {
    const { path } = await newBlock();
    const created = await organiser.request(`POST ${path}`, { body: draft });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${path}/live-streams/${created.body.id}`);
    expect((await organiser.request(`GET ${created.headers.location}`)).status).toBe(200);
    const refused = await organiser.request(`POST ${path}`, { body: { ...draft, videoId: 'unknown' } });
    expect(refused.body.issues).toEqual([unknownVideo]);
  });
});

describe('listLiveStreams', () => {
  it('returns the live streams of the block, ordered by weight', async () => {
    const { path, blockId, eventId } = await newBlock();
    const heavy = await insertLiveStream(api.db, { blockId, weight: 2 });
    const light = await insertLiveStream(api.db, { blockId, weight: 1 });
    await insertLiveStream(api.db, { blockId: await insertBlock(api.db, { eventId }) });
    const { body } = await organiser.request(`GET ${path}/live-streams`);
    expect(body.data.map((stream: { id: string }) => stream.id)).toEqual([light, heavy]);
    expect(body.total).toBe(2);
  });

  it('answers 404 when the block belongs to another event', async () => {
    const { blockId } = await newBlock();
    const other = await insertEvent(api.db);
    expect(
      (await organiser.request(`GET /api/v1/events/${other}/blocks/${blockId}/live-streams`)).status,
    ).toBe(404);
  });
});

describe('getLiveStream', () => {
  it('answers 404 under another block or event', async () => {
    const [home, away] = [await newBlock(), await newBlock()];
    const id = await insertLiveStream(api.db, { blockId: home.blockId });
    expect((await organiser.request(`GET ${home.path}/live-streams/${id}`)).status).toBe(200);
    expect((await organiser.request(`GET ${away.path}/live-streams/${id}`)).status).toBe(404);
    const mixed = `/api/v1/events/${away.eventId}/blocks/${home.blockId}/live-streams/${id}`;
    expect((await organiser.request(`GET ${mixed}`)).status).toBe(404);
  });
});

describe('updateLiveStream', () => {
  it('changes the fields that are sent, clears fields that are null and keeps the others', async () => {
    const { path, blockId } = await newBlock();
    const id = await insertLiveStream(api.db, { blockId, description: 'Cleared', weight: 4 });
    const { body: before } = await organiser.request(`GET ${path}/live-streams/${id}`);
    const changes = { description: null, status: 'inactive', name: 'Corner' };
    expect((await organiser.request(`PATCH ${path}/live-streams/${id}`, { body: changes })).status).toBe(204);
    expect((await organiser.request(`GET ${path}/live-streams/${id}`)).body).toEqual({
      ...before,
      ...changes,
    });
    expect((await organiser.request(`PATCH ${path}/live-streams/${id}`, { body: {} })).status).toBe(204);
  });

  it('refuses a video that the provider does not know, and null for a required field', async () => {
    const { path, blockId } = await newBlock();
    const id = await insertLiveStream(api.db, { blockId });
    const unknown = await organiser.request(`PATCH ${path}/live-streams/${id}`, {
      body: { videoId: 'unknown' },
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body.issues).toEqual([unknownVideo]);
    const cleared = await organiser.request(`PATCH ${path}/live-streams/${id}`, { body: { videoId: null } });
    expect(cleared.status).toBe(400);
  });

  it('answers 404 under another block', async () => {
    const [home, away] = [await newBlock(), await newBlock()];
    const id = await insertLiveStream(api.db, { blockId: home.blockId });
    const { status } = await organiser.request(`PATCH ${away.path}/live-streams/${id}`, {
      body: { name: 'Stolen' },
    });
    expect(status).toBe(404);
  });
});

describe.each([
  ['deleteLiveStream', 'live-streams'],
  ['deleteLiveStreamAlias', 'live-stream'],
])('%s', (_operationId, collection) => {
  it('deletes the live stream once, and only under its own block', async () => {
    const [home, away] = [await newBlock(), await newBlock()];
    const id = await insertLiveStream(api.db, { blockId: home.blockId });
    expect((await organiser.request(`DELETE ${away.path}/${collection}/${id}`)).status).toBe(404);
    expect((await organiser.request(`DELETE ${home.path}/${collection}/${id}`)).status).toBe(204);
    expect((await organiser.request(`DELETE ${home.path}/${collection}/${id}`)).status).toBe(404);
  });
});
