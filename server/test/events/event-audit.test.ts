/** Every change by an organiser writes one entry to the audit log, with exactly the changed fields. */
import { describe, expect, it } from 'vitest';
import { insertAccess, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete', 'identity.user:read'],
});

async function entriesOf(entityId: string) {
  const filter = encodeURIComponent(JSON.stringify({ entityId: { eq: entityId } }));
  const { body } = await organiser.request(`GET /api/v1/identity/audit?filter=${filter}&order=createdAt`);
  return body.data.map(({ id, createdAt, actorName, ...entry }: Record<string, unknown>) => entry);
}

const period = { startDate: '2027-06-01T19:00:00+02:00', endDate: '2027-06-01T23:00:00+02:00' };
const storedPeriod = { startDate: '2027-06-01T17:00:00+00:00', endDate: '2027-06-01T21:00:00+00:00' };
const nowhere = { name: null, address: null, cityName: null, countryName: null };

async function create(target: string, body: object): Promise<string> {
  const answer = await organiser.request(`POST ${target}`, { body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const newEvent = (slug: string) =>
  create('/api/v1/events', { name: 'Gala', slug, timezone: 'UTC', location: {}, ...period });

/** The fields that all entries of these tests share. */
const by = (entityType: string, entityId: string) => ({ actorId: organiser.userId, entityType, entityId });

describe('the audit log', () => {
  it('records every change of an event', async () => {
    const id = await newEvent('audited-gala');
    const path = `/api/v1/events/${id}`;
    await organiser.request(`PATCH ${path}`, { body: { name: 'Big gala', slug: 'audited-gala' } });
    await organiser.request(`PATCH ${path}`, { body: { location: { cityName: 'Breda' } } });
    await create(`${path}/blocks`, { name: 'Card', slug: 'card', location: {}, ...period });
    await insertAccess(api.db, { eventId: id, userId: await insertUser(api.db) });
    await organiser.request(`DELETE ${path}`);

    const created = {
      id,
      name: 'Gala',
      slug: 'audited-gala',
      description: null,
      content: null,
      ...storedPeriod,
      timezone: 'UTC',
      location: nowhere,
      pictureId: null,
      status: 'draft',
      stripePriceId: null,
      saleStartDate: null,
      saleEndDate: null,
    };
    const breda = { ...nowhere, cityName: 'Breda' };
    const taken = {
      blocks: 1,
      liveStreams: 0,
      accesses: 1,
      keptBouts: 0,
      paidAccesses: 0,
      pendingPayments: 0,
    };
    expect(await entriesOf(id)).toEqual([
      { ...by('event', id), action: 'createEvent', before: null, after: created },
      {
        ...by('event', id),
        action: 'updateEvent',
        before: { name: 'Gala' },
        after: { name: 'Big gala' },
      },
      {
        ...by('event', id),
        action: 'updateEvent',
        before: { location: nowhere },
        after: { location: breda },
      },
      {
        ...by('event', id),
        action: 'deleteEvent',
        before: { ...created, name: 'Big gala', location: breda, ...taken },
        after: null,
      },
    ]);
  });

  it('records every change of a block, its live streams and an access', async () => {
    const eventId = await newEvent('audited-card');
    const block = await create(`/api/v1/events/${eventId}/blocks`, {
      name: 'Card',
      slug: 'card',
      location: {},
      ...period,
    });
    const path = `/api/v1/events/${eventId}/blocks/${block}`;
    const camera = { videoId: 'demo', name: 'Ring', status: 'inactive', weight: 1 };
    const stream = await create(`${path}/live-streams`, camera);
    const second = await create(path, camera);
    const userId = await insertUser(api.db);
    const access = await create('/api/v1/events/access', { eventId, blockId: block, userId, ...period });

    await organiser.request(`PATCH ${path}`, { body: { paymentRequired: true } });
    await organiser.request(`PATCH ${path}/live-streams/${stream}`, {
      body: { status: 'active', weight: 1 },
    });
    await organiser.request(`PATCH /api/v1/events/access/${access}`, { body: { endDate: null } });
    await organiser.request(`DELETE ${path}/live-streams/${stream}`);
    await organiser.request(`DELETE ${path}/live-stream/${second}`);
    await organiser.request(`DELETE /api/v1/events/access/${access}`);
    await organiser.request(`DELETE ${path}`);

    expect(await entriesOf(block)).toEqual([
      expect.objectContaining({ ...by('block', block), action: 'createBlock', before: null }),
      {
        ...by('block', block),
        action: 'updateBlock',
        before: { paymentRequired: false },
        after: { paymentRequired: true },
      },
      expect.objectContaining({ ...by('block', block), action: 'deleteBlock', after: null }),
    ]);
    const kept = { id: stream, blockId: block, description: null, ...camera };
    expect(await entriesOf(stream)).toEqual([
      { ...by('live-stream', stream), action: 'createLiveStream', before: null, after: kept },
      {
        ...by('live-stream', stream),
        action: 'updateLiveStream',
        before: { status: 'inactive' },
        after: { status: 'active' },
      },
      {
        ...by('live-stream', stream),
        action: 'deleteLiveStream',
        before: { ...kept, status: 'active' },
        after: null,
      },
    ]);
    expect((await entriesOf(second)).map(({ action }: { action: string }) => action)).toEqual([
      'createLiveStreamInBlock',
      'deleteLiveStreamAlias',
    ]);
    const holder = { userId, email: null };
    const kind = { orderId: null, isComplimentary: false, note: null };
    const granted = { id: access, eventId, blockId: block, ...holder, ...storedPeriod, ...kind };
    expect(await entriesOf(access)).toEqual([
      { ...by('access', access), action: 'createAccess', before: null, after: granted },
      {
        ...by('access', access),
        action: 'updateAccess',
        before: { endDate: storedPeriod.endDate },
        after: { endDate: null },
      },
      { ...by('access', access), action: 'deleteAccess', before: { ...granted, endDate: null }, after: null },
    ]);
  });

  it('records no request that was refused or changed nothing', async () => {
    const [id] = [await newEvent('audited-twice'), await newEvent('audited-rival')];
    await organiser.request(`PATCH /api/v1/events/${id}`, { body: { slug: 'audited-rival' } });
    await organiser.request(`PATCH /api/v1/events/${id}`, { body: { endDate: '2020-01-01T00:00:00Z' } });
    await organiser.request(`PATCH /api/v1/events/${id}`, { body: { name: 'Gala' } });
    await organiser.request(`PATCH /api/v1/events/${id}`, { body: {} });
    await organiser.request(`DELETE /api/v1/events/${id}?dryRun=true`);
    expect(await entriesOf(id)).toHaveLength(1);
  });
});
