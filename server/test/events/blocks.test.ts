import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertLiveStream, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});

const draft = {
  name: ' Prelims ',
  slug: 'prelims',
  startDate: '2027-06-01T19:00:00+02:00',
  endDate: '2027-06-01T23:00:00+02:00',
  location: {},
};

const slugTaken = {
  detail: 'Another block of this event has this slug already.',
  pointer: '/slug',
  location: 'body',
};

const endBeforeStart = { detail: 'Must not be before the start.', pointer: '/endDate', location: 'body' };
const startAfterEnd = { detail: 'Must not be after the end.', pointer: '/startDate', location: 'body' };

const create = (eventId: string, body: object) =>
  organiser.request(`POST /api/v1/events/${eventId}/blocks`, { body });
const read = (eventId: string, blockId: string) =>
  organiser.request(`GET /api/v1/events/${eventId}/blocks/${blockId}`);

describe('createBlock', () => {
  it('stores a block and returns its location', async () => {
    const eventId = await insertEvent(api.db);
    const created = await create(eventId, draft);
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`/api/v1/events/${eventId}/blocks/${created.body.id}`);
    expect((await read(eventId, created.body.id)).body).toEqual({
      id: created.body.id,
      eventId,
      name: 'Prelims',
      slug: 'prelims',
      description: null,
      startDate: '2027-06-01T17:00:00+00:00',
      endDate: '2027-06-01T21:00:00+00:00',
      location: { name: null, address: null, cityName: null, countryName: null },
      paymentRequired: false,
      stripePriceId: null,
      saleStartDate: null,
      saleEndDate: null,
      liveStreams: [],
    });
  });

  it('adds no block beyond 200, also not with parallel calls', async () => {
    const eventId = await insertEvent(api.db);
    await Promise.all(Array.from({ length: 195 }, () => insertBlock(api.db, { eventId })));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(eventId, { ...draft, slug: `late-${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(15);
    expect(refused[0]?.body.detail).toBe('An event has at most 200 blocks.');
    const { body } = await organiser.request(`GET /api/v1/events/${eventId}/blocks`);
    expect(body.total).toBe(200);
    expect((await create(await insertEvent(api.db), draft)).status).toBe(201);
  });

  it('lists every issue at once', async () => {
    const { status, body } = await create(await insertEvent(api.db), {
      ...draft,
      name: 5,
      slug: 'Main Card',
      paymentRequired: 'yes',
      eventId: randomUUID(),
      stripePriceId: 'price with blanks',
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual(
      expect.arrayContaining([
        { detail: 'Must be string.', pointer: '/name', location: 'body' },
        {
          detail: "Invalid slug format. Must be URL-friendly, for example 'my-great-block'.",
          pointer: '/slug',
          location: 'body',
        },
        { detail: 'Must be boolean.', pointer: '/paymentRequired', location: 'body' },
        { detail: 'Is not a known field.', pointer: '/eventId', location: 'body' },
        expect.objectContaining({ pointer: '/stripePriceId', location: 'body' }),
      ]),
    );
    expect(body.issues).toHaveLength(5);
  });

  it.each(['live', 'results'])('reserves the slug "%s" for a page of the event', async (slug) => {
    const { status, body } = await create(await insertEvent(api.db), { ...draft, slug: ` ${slug} ` });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { detail: `The slug '${slug}' is reserved.`, pointer: '/slug', location: 'body' },
    ]);
  });

  it('refuses an end before the start, even by a microsecond', async () => {
    for (const dates of [
      { endDate: '2027-06-01T16:00:00Z' },
      { startDate: '2027-06-01T19:00:00.000009Z', endDate: '2027-06-01T19:00:00.000008Z' },
    ]) {
      const { status, body } = await create(await insertEvent(api.db), { ...draft, ...dates });
      expect(status).toBe(400);
      expect(body.issues).toEqual([endBeforeStart]);
    }
  });

  it('answers 404 for an unknown event', async () => {
    expect((await create(randomUUID(), draft)).status).toBe(404);
  });

  it('allows a slug once per event, even for many requests at once', async () => {
    const [eventId, other] = [await insertEvent(api.db), await insertEvent(api.db)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(eventId, draft)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(answers.find(({ status }) => status === 409)?.body.issues).toEqual([slugTaken]);
    expect((await create(other, draft)).status).toBe(201);
  });
});

describe('getBlock', () => {
  it('returns the block with its live streams, ordered by weight', async () => {
    const eventId = await insertEvent(api.db);
    const blockId = await insertBlock(api.db, { eventId });
    const heavy = await insertLiveStream(api.db, { blockId, weight: 2 });
    const light = await insertLiveStream(api.db, { blockId, weight: 1 });
    const { body } = await read(eventId, blockId);
    expect(body.liveStreams.map((stream: { id: string }) => stream.id)).toEqual([light, heavy]);
  });

  it('answers 404 under another event', async () => {
    const blockId = await insertBlock(api.db, { eventId: await insertEvent(api.db) });
    expect((await read(await insertEvent(api.db), blockId)).status).toBe(404);
  });
});

describe('listBlocks', () => {
  it('returns the blocks ordered by start, with live streams on request', async () => {
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
    const liveStreamId = await insertLiveStream(api.db, { blockId: laterBlockId });

    const { body } = await organiser.request(`GET /api/v1/events/${eventId}/blocks`);
    expect(body.data.map((block: { id: string }) => block.id)).toEqual([earlier, laterBlockId]);
    expect(body.total).toBe(2);
    expect(body.data[0]).not.toHaveProperty('liveStreams');

    const { body: full } = await organiser.request(`GET /api/v1/events/${eventId}/blocks?liveStreams=true`);
    expect(full.data[0].liveStreams).toEqual([]);
    expect(full.data[1].liveStreams).toEqual([expect.objectContaining({ id: liveStreamId })]);
  });

  it('returns an empty list for an event without blocks, and 404 for an unknown event', async () => {
    const { body } = await organiser.request(`GET /api/v1/events/${await insertEvent(api.db)}/blocks`);
    expect(body).toEqual({ data: [], total: 0 });
    expect((await organiser.request(`GET /api/v1/events/${randomUUID()}/blocks`)).status).toBe(404);
  });
});

describe('updateBlock', () => {
  const update = (eventId: string, blockId: string, body: object) =>
    organiser.request(`PATCH /api/v1/events/${eventId}/blocks/${blockId}`, { body });

  it('changes the fields that are sent, clears fields that are null and keeps the others', async () => {
    const eventId = await insertEvent(api.db);
    const blockId = await insertBlock(api.db, {
      eventId,
      description: 'Cleared',
      stripePriceId: 'price_kept',
    });
    const { body: before } = await read(eventId, blockId);
    const changes = { description: null, paymentRequired: true, location: { name: 'Ring 2' } };
    expect((await update(eventId, blockId, changes)).status).toBe(204);
    expect((await read(eventId, blockId)).body).toEqual({
      ...before,
      ...changes,
      location: { name: 'Ring 2', address: null, cityName: null, countryName: null },
    });
  });

  it('checks a changed date against the stored one', async () => {
    const eventId = await insertEvent(api.db);
    const blockId = await insertBlock(api.db, {
      eventId,
      startDate: '2027-01-01T10:00:00Z',
      endDate: '2027-01-01T12:00:00Z',
    });
    for (const [change, issue] of [
      [{ endDate: '2027-01-01T09:00:00Z' }, endBeforeStart],
      [{ startDate: '2027-01-01T13:00:00Z' }, startAfterEnd],
    ] as const) {
      const { status, body } = await update(eventId, blockId, change);
      expect(status).toBe(400);
      expect(body.issues).toEqual([issue]);
    }
  });

  it('refuses the slug of another block and the reserved one, and answers 404 under another event', async () => {
    const eventId = await insertEvent(api.db);
    await insertBlock(api.db, { eventId, slug: 'sibling' });
    const blockId = await insertBlock(api.db, { eventId });
    const taken = await update(eventId, blockId, { slug: 'sibling' });
    expect(taken.status).toBe(409);
    expect(taken.body.issues).toEqual([slugTaken]);
    expect((await update(eventId, blockId, { slug: 'live' })).status).toBe(400);
    expect((await update(await insertEvent(api.db), blockId, { name: 'Stolen' })).status).toBe(404);
  });
});

describe('deleteBlock', () => {
  it('deletes its live streams and accesses too, but no other block', async () => {
    const eventId = await insertEvent(api.db);
    const [blockId, sibling] = [
      await insertBlock(api.db, { eventId }),
      await insertBlock(api.db, { eventId }),
    ];
    await insertLiveStream(api.db, { blockId });
    await insertAccess(api.db, { eventId, blockId, userId: await insertUser(api.db) });
    expect((await organiser.request(`DELETE /api/v1/events/${eventId}/blocks/${blockId}`)).status).toBe(204);
    expect((await read(eventId, blockId)).status).toBe(404);
    expect((await read(eventId, sibling)).status).toBe(200);
    const streams = api.db.selectFrom('liveStreams').selectAll().where('blockId', '=', blockId);
    const accesses = api.db.selectFrom('accesses').selectAll().where('eventId', '=', eventId);
    expect([await streams.execute(), await accesses.execute()]).toEqual([[], []]);
  });

  it('answers 404 under another event and keeps the block', async () => {
    const eventId = await insertEvent(api.db);
    const blockId = await insertBlock(api.db, { eventId });
    const other = await insertEvent(api.db);
    expect((await organiser.request(`DELETE /api/v1/events/${other}/blocks/${blockId}`)).status).toBe(404);
    expect((await read(eventId, blockId)).status).toBe(200);
  });
});
