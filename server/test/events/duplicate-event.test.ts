import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  insertAccess,
  insertBlock,
  insertEvent,
  insertImage,
  insertLiveStream,
  insertUser,
} from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const scopes = ['event:read', 'event:create', 'event:update', 'event:delete'];
const organiser = await api.signInAs({ scopes });
const newSlug = () => `copy-${randomUUID()}`;
const duplicate = (eventId: string, body: object = {}) =>
  organiser.request(`POST /api/v1/events/${eventId}/duplicate`, {
    body: { name: 'The copy', slug: newSlug(), days: 7, ...body },
  });
const read = async (eventId: string) =>
  (await organiser.request(`GET /api/v1/events/${eventId}?blocks.liveStreams=true`)).body;

/** A paid evening on the last Saturday of summer time, with two blocks, three streams, a picture and a viewer. */
async function newEvening() {
  const pictureId = await insertImage(api.db);
  const location = { name: 'Maashal', address: null, cityName: 'Rotterdam', countryName: null };
  const period = { startDate: '2026-10-24T18:00:00Z', endDate: '2026-10-24T21:30:00Z' };
  const eventId = await insertEvent(api.db, {
    ...period,
    pictureId,
    location,
    content: '# Tonight',
    stripePriceId: 'price_Evening',
    saleStartDate: '2026-09-24T08:00:00Z',
    status: 'public',
  });
  const prelims = await insertBlock(api.db, { ...period, eventId, slug: 'prelims', paymentRequired: false });
  const mainCard = await insertBlock(api.db, {
    ...period,
    eventId,
    slug: 'main-card',
    paymentRequired: true,
    stripePriceId: 'price_Main',
    startDate: '2026-10-24T20:00:00Z',
    saleEndDate: '2026-10-24T20:30:00Z',
  });
  await insertLiveStream(api.db, { blockId: prelims, status: 'active', weight: 3 });
  await insertLiveStream(api.db, { blockId: mainCard, status: 'active', name: 'Ring', weight: 1 });
  await insertLiveStream(api.db, { blockId: mainCard, status: 'inactive', name: 'Corner', weight: 2 });
  await insertAccess(api.db, { eventId, userId: await insertUser(api.db) });
  return { eventId, pictureId };
}

let evening: Awaited<ReturnType<typeof newEvening>>;
beforeEach(async () => {
  evening = await newEvening();
});

describe('duplicateEvent', () => {
  it('copies blocks, streams, picture and prices into a draft, and no access', async () => {
    const slug = newSlug();
    const { status, body, headers } = await duplicate(evening.eventId, { slug });
    expect([status, headers.location]).toEqual([201, `/api/v1/events/${body.id}`]);
    const [before, after] = [await read(evening.eventId), await read(body.id)];
    expect(after).toMatchObject({
      name: 'The copy',
      slug,
      status: 'draft',
      content: '# Tonight',
      stripePriceId: 'price_Evening',
      location: before.location,
      timezone: before.timezone,
      pictureId: evening.pictureId,
      // 20:00 stays 20:00 although summer time has ended.
      startDate: '2026-10-31T19:00:00+00:00',
      endDate: '2026-10-31T22:30:00+00:00',
      saleStartDate: '2026-10-01T08:00:00+00:00',
      saleEndDate: null,
    });
    expect(after.blocks).toMatchObject([
      {
        slug: 'prelims',
        eventId: body.id,
        paymentRequired: false,
        startDate: '2026-10-31T19:00:00+00:00',
        liveStreams: [{ name: 'Main camera', weight: 3, videoId: 'demo', status: 'inactive' }],
      },
      {
        slug: 'main-card',
        paymentRequired: true,
        stripePriceId: 'price_Main',
        saleStartDate: null,
        saleEndDate: '2026-10-31T21:30:00+00:00',
        startDate: '2026-10-31T21:00:00+00:00',
        liveStreams: [
          { name: 'Ring', weight: 1, status: 'inactive' },
          { name: 'Corner', weight: 2, status: 'inactive' },
        ],
      },
    ]);
    const accesses = await api.db
      .selectFrom('accesses')
      .select('id')
      .where('eventId', '=', body.id)
      .execute();
    expect(accesses).toEqual([]);
  });

  it('leaves the event as it was, and the copy apart from it', async () => {
    const before = await read(evening.eventId);
    const { id } = (await duplicate(evening.eventId)).body;
    expect(await read(evening.eventId)).toEqual(before);
    const copy = await read(id);
    const ids = (event: typeof copy) =>
      event.blocks.flatMap((block: { id: string; liveStreams: Array<{ id: string }> }) => [
        block.id,
        ...block.liveStreams.map((stream) => stream.id),
      ]);
    expect(new Set([...ids(before), ...ids(copy)]).size).toBe(ids(before).length * 2);
  });

  it('shares the picture: neither event can lose it by the other', async () => {
    const { id } = (await duplicate(evening.eventId)).body;
    const picture = `/api/v1/media/images/${evening.pictureId}`;
    await organiser.request(`PATCH /api/v1/events/${evening.eventId}`, { body: { pictureId: null } });
    expect((await organiser.request(`DELETE ${picture}`)).status).toBe(409);
    await api.db.deleteFrom('accesses').where('eventId', '=', evening.eventId).execute();
    expect((await organiser.request(`DELETE /api/v1/events/${evening.eventId}`)).status).toBe(204);
    expect((await read(id)).pictureId).toBe(evening.pictureId);
    expect((await organiser.request(`GET ${picture}`)).status).toBe(200);
  });

  it('refuses a slug that is taken, and copies nothing', async () => {
    const { slug } = await read(evening.eventId);
    const { status, body } = await duplicate(evening.eventId, { slug });
    expect([status, body.issues]).toEqual([
      409,
      [{ detail: 'Another event has this slug already.', pointer: '/slug', location: 'body' }],
    ]);
    const { rows } = await countBlocks();
    expect(rows).toBe(2);
  });

  const countBlocks = async () => {
    const { slug } = await read(evening.eventId);
    const blocks = await api.db
      .selectFrom('blocks')
      .innerJoin('events', 'events.id', 'blocks.eventId')
      .where((eb) => eb.or([eb('events.slug', '=', slug), eb('events.name', '=', 'Only once')]))
      .select('blocks.id')
      .execute();
    return { rows: blocks.length };
  };

  it('gives a slug to one of sixty copies at once, and makes sixty of sixty slugs', async () => {
    const slug = newSlug();
    const same = await Promise.all(
      Array.from({ length: 60 }, () => duplicate(evening.eventId, { slug, name: 'Only once' })),
    );
    const statuses = same.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(59);
    expect((await countBlocks()).rows).toBe(4);
    const different = await Promise.all(Array.from({ length: 60 }, () => duplicate(evening.eventId)));
    expect(different.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
  });

  it('refuses a distance that leaves the years, before anything is written', async () => {
    const eventId = await insertEvent(api.db, {
      startDate: '9999-06-01T00:00:00Z',
      endDate: '9999-06-01T00:00:00Z',
    });
    const { status, body } = await duplicate(eventId, { days: 366 });
    expect([status, body.issues[0].pointer]).toEqual([400, '/days']);
    const late = await insertBlock(api.db, {
      eventId: evening.eventId,
      startDate: '9999-12-31T00:00:00Z',
      endDate: '9999-12-31T00:00:00Z',
    });
    expect((await duplicate(evening.eventId)).status).toBe(400);
    await api.db.deleteFrom('blocks').where('id', '=', late).execute();
  });

  it.each([
    ['no distance', { days: undefined }, '/days'],
    ['a part of a day', { days: 1.5 }, '/days'],
    ['more than a century', { days: 36_526 }, '/days'],
    ['a slug like an id', { slug: randomUUID() }, '/slug'],
    ['20 KB of a name', { name: 'x'.repeat(20_000) }, '/name'],
    ['a status', { status: 'public' }, '/status'],
  ])('refuses %s', async (_name, fields, pointer) => {
    const { status, body } = await duplicate(evening.eventId, fields);
    expect(status === 413 || (status === 400 && body.issues[0].pointer === pointer)).toBe(true);
  });

  it('answers 404 for an event that does not exist', async () => {
    expect((await duplicate(randomUUID())).status).toBe(404);
  });

  it('writes one entry to the audit log, which names the event', async () => {
    const { id } = (await duplicate(evening.eventId)).body;
    const entries = await api.db.selectFrom('auditEntries').selectAll().where('entityId', '=', id).execute();
    expect(entries).toMatchObject([
      {
        action: 'duplicateEvent',
        entityType: 'event',
        actorId: organiser.userId,
        before: null,
        after: { copyOf: evening.eventId, status: 'draft', blocks: 2, liveStreams: 3 },
      },
    ]);
  });
});
