import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertLiveStream, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});

const slugTaken = {
  detail: 'Another event has this slug already.',
  pointer: '/slug',
  location: 'body',
};

const endBeforeStart = { detail: 'Must not be before the start.', pointer: '/endDate', location: 'body' };
const startAfterEnd = { detail: 'Must not be after the end.', pointer: '/startDate', location: 'body' };

const read = async (id: string) => (await organiser.request(`GET /api/v1/events/${id}`)).body;

describe('getEvent', () => {
  it('includes blocks and live streams only on request, in their order', async () => {
    const eventId = await insertEvent(api.db);
    const laterBlockId = await insertBlock(api.db, {
      eventId,
      startDate: '2027-01-02T00:00:00Z',
      endDate: '2027-01-03T00:00:00Z',
    });
    const earlier = await insertBlock(api.db, {
      eventId,
      startDate: '2027-01-01T00:00:00Z',
      endDate: '2027-01-02T00:00:00Z',
    });
    const heavy = await insertLiveStream(api.db, { blockId: earlier, weight: 9 });
    const light = await insertLiveStream(api.db, { blockId: earlier, weight: 1 });

    expect(await read(eventId)).not.toHaveProperty('blocks');
    const { body: withBlocks } = await organiser.request(`GET /api/v1/events/${eventId}?blocks=true`);
    expect(withBlocks.blocks.map((block: { id: string }) => block.id)).toEqual([earlier, laterBlockId]);
    expect(withBlocks.blocks[0]).not.toHaveProperty('liveStreams');
    const { body } = await organiser.request(`GET /api/v1/events/${eventId}?blocks.liveStreams=true`);
    expect(body.blocks[0].liveStreams.map((stream: { id: string }) => stream.id)).toEqual([light, heavy]);
    expect(body.blocks[1].liveStreams).toEqual([]);
  });

  it('accepts only the texts true and false for its flags', async () => {
    const eventId = await insertEvent(api.db);
    const { body } = await organiser.request(
      `GET /api/v1/events/${eventId}?blocks=false&blocks.liveStreams=false`,
    );
    expect(body).not.toHaveProperty('blocks');
    const { status, body: refused } = await organiser.request(`GET /api/v1/events/${eventId}?blocks=1`);
    expect(status).toBe(400);
    expect(refused.issues).toEqual([
      { detail: 'Must be one of "true", "false".', pointer: '/blocks', location: 'query' },
    ]);
  });

  it('answers 404 for an unknown id and 400 for an invalid one', async () => {
    expect((await organiser.request(`GET /api/v1/events/${randomUUID()}`)).status).toBe(404);
    const { status, body } = await organiser.request('GET /api/v1/events/summer-slam');
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ detail: 'Must be a UUID.', pointer: '/eventId', location: 'path' }]);
  });
});

describe('updateEvent', () => {
  const update = (id: string, body: object) => organiser.request(`PATCH /api/v1/events/${id}`, { body });

  it('changes only the fields that are sent', async () => {
    const id = await insertEvent(api.db, { description: 'Kept', stripePriceId: 'price_kept' });
    const before = await read(id);
    expect((await update(id, { name: ' Renamed ', status: 'hidden' })).status).toBe(204);
    expect(await read(id)).toEqual({ ...before, name: 'Renamed', status: 'hidden' });
    expect((await update(id, {})).status).toBe(204);
    expect(await read(id)).toEqual({ ...before, name: 'Renamed', status: 'hidden' });
  });

  it('clears an optional field with null and refuses null for a required one', async () => {
    const id = await insertEvent(api.db, { description: 'A', content: '# B', stripePriceId: 'price_c' });
    expect((await update(id, { description: null, content: null, stripePriceId: null })).status).toBe(204);
    expect(await read(id)).toMatchObject({ description: null, content: null, stripePriceId: null });

    const { status, body } = await update(id, { name: null, startDate: null });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { detail: 'Must be string.', pointer: '/name', location: 'body' },
      { detail: 'Must be string.', pointer: '/startDate', location: 'body' },
    ]);
  });

  it('refuses a text with too much markup, and keeps the stored one for every other change', async () => {
    const frozen = '*_'.repeat(10_000);
    const id = await insertEvent(api.db, { content: frozen });
    const { status, body } = await update(id, { content: frozen });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { detail: expect.stringContaining('Too much markup: line 1'), pointer: '/content', location: 'body' },
    ]);
    expect((await update(id, { name: 'Renamed' })).status).toBe(204);
    expect((await read(id)).content).toBe(frozen);
  });

  it('replaces the location as a whole', async () => {
    const id = await insertEvent(api.db, {
      location: { name: 'Ahoy', address: 'Ahoyweg 10', cityName: 'Rotterdam', countryName: null },
    });
    await update(id, { location: { name: 'Carré' } });
    expect((await read(id)).location).toEqual({
      name: 'Carré',
      address: null,
      cityName: null,
      countryName: null,
    });
  });

  it('checks a changed date against the stored one', async () => {
    const id = await insertEvent(api.db, {
      startDate: '2027-01-01T10:00:00Z',
      endDate: '2027-01-01T12:00:00Z',
    });
    for (const [change, issue] of [
      [{ endDate: '2027-01-01T09:59:59Z' }, endBeforeStart],
      [{ startDate: '2027-01-01T12:00:01Z' }, startAfterEnd],
      [{ startDate: '2027-01-01T12:00:00.000001Z' }, startAfterEnd],
      [{ startDate: '2027-01-02T00:00:00Z', endDate: '2027-01-01T00:00:00Z' }, endBeforeStart],
    ] as const) {
      const { status, body } = await update(id, change);
      expect(status).toBe(400);
      expect(body.issues).toEqual([issue]);
    }
    expect(
      (await update(id, { startDate: '2027-01-02T10:00:00Z', endDate: '2027-01-02T12:00:00Z' })).status,
    ).toBe(204);
  });

  it('keeps the start before the end when requests change both at the same time', async () => {
    const id = await insertEvent(api.db, {
      startDate: '2027-01-01T10:00:00Z',
      endDate: '2027-01-01T20:00:00Z',
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        update(id, index % 2 ? { startDate: '2027-01-01T18:00:00Z' } : { endDate: '2027-01-01T12:00:00Z' }),
      ),
    );
    expect(answers.map(({ status }) => status)).not.toContain(500);
    const { startDate, endDate } = await read(id);
    expect(Date.parse(startDate)).toBeLessThanOrEqual(Date.parse(endDate));
  });

  it('refuses the slug of another event and accepts its own', async () => {
    const [id, other] = [await insertEvent(api.db), await insertEvent(api.db)];
    const { slug } = await read(id);
    expect((await update(id, { slug })).status).toBe(204);
    const { status, body } = await update(other, { slug });
    expect(status).toBe(409);
    expect(body).toMatchObject({ type: '/problems/conflict', detail: slugTaken.detail, issues: [slugTaken] });
  });

  it('answers 404 for an unknown id', async () => {
    expect((await update(randomUUID(), { name: 'Nobody' })).status).toBe(404);
  });
});

describe('deleteEvent', () => {
  it('deletes its blocks, live streams and accesses too', async () => {
    const eventId = await insertEvent(api.db);
    const blockId = await insertBlock(api.db, { eventId });
    await insertLiveStream(api.db, { blockId });
    await insertAccess(api.db, { eventId, blockId, userId: await insertUser(api.db) });

    expect((await organiser.request(`DELETE /api/v1/events/${eventId}`)).status).toBe(204);
    expect((await organiser.request(`GET /api/v1/events/${eventId}`)).status).toBe(404);
    const rows = await Promise.all([
      api.db.selectFrom('blocks').selectAll().where('eventId', '=', eventId).execute(),
      api.db.selectFrom('liveStreams').selectAll().where('blockId', '=', blockId).execute(),
      api.db.selectFrom('accesses').selectAll().where('eventId', '=', eventId).execute(),
    ]);
    expect(rows).toEqual([[], [], []]);
  });

  it('answers 404 the second time', async () => {
    const eventId = await insertEvent(api.db);
    await organiser.request(`DELETE /api/v1/events/${eventId}`);
    expect((await organiser.request(`DELETE /api/v1/events/${eventId}`)).status).toBe(404);
  });
});
