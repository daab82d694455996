import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertUser, insertWatchable } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});
const path = '/api/v1/events/access';

const window = { startDate: '2026-11-20T09:00:00+01:00', endDate: '2026-12-21T23:30:00+01:00' };
const storedWindow = { startDate: '2026-11-20T08:00:00+00:00', endDate: '2026-12-21T22:30:00+00:00' };
const issue = (pointer: string, detail: string) => ({ detail, pointer, location: 'body' });
const unknownEvent = issue('/eventId', 'There is no such event.');
const unknownBlock = issue('/blockId', 'The event has no such block.');
const unknownUser = issue('/userId', 'There is no such user.');
const endsTooEarly = issue('/endDate', 'Must not be before the start.');
const startsTooLate = issue('/startDate', 'Must not be after the end.');

/** Creates the event, block and user that an access refers to. */
async function newTargets() {
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  return { eventId, blockId, userId: await insertUser(api.db, { name: 'Robin de Vries' }) };
}

const read = async (id: string) => (await organiser.request(`GET ${path}/${id}`)).body;
const create = (body: object) => organiser.request(`POST ${path}`, { body });
const patch = (id: string, body: object) => organiser.request(`PATCH ${path}/${id}`, { body });

describe('createAccess', () => {
  it('stores an access to a block and returns its location', async () => {
    const targets = await newTargets();
    const created = await create({ ...targets, ...window });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${path}/${created.body.id}`);
    expect(await read(created.body.id)).toEqual({
      id: created.body.id,
      ...targets,
      ...storedWindow,
      isPaid: false,
      isComplimentary: false,
      note: null,
      email: null,
      state: expect.any(String),
      event: { name: 'Test Night', slug: `event-${targets.eventId}` },
      block: { name: 'Main card' },
      user: { name: 'Robin de Vries', email: `${targets.userId}@example.test` },
    });
  });

  it('applies to the whole event and without an end by default', async () => {
    const { eventId, userId } = await newTargets();
    const { startDate } = window;
    for (const body of [
      { eventId, userId, startDate },
      { eventId, userId, startDate: '2026-11-20T09:00:01+01:00', blockId: null, endDate: null },
    ]) {
      const created = await create(body);
      expect(created.status).toBe(201);
      expect(await read(created.body.id)).toMatchObject({ blockId: null, endDate: null });
    }
  });

  it('lets the user watch at once', async () => {
    const viewer = await api.signInAs();
    const { eventId, blockId, signedUrlPath } = await insertWatchable(api.db, {
      block: { paymentRequired: true },
    });
    expect((await viewer.request(`GET ${signedUrlPath}`)).status).toBe(403);
    const startDate = api.clock.now().toISOString();
    await create({ eventId, blockId, userId: viewer.userId, startDate });
    expect((await viewer.request(`GET ${signedUrlPath}`)).status).toBe(200);
  });

  it('refuses a block of another event', async () => {
    const [targets, others] = [await newTargets(), await newTargets()];
    const { status, body } = await create({ ...targets, ...window, blockId: others.blockId });
    expect([status, body.issues]).toEqual([400, [unknownBlock]]);
  });

  it('reports all unknown ids and an end before the start in one answer', async () => {
    const { eventId } = await newTargets();
    const nothing = { eventId, blockId: randomUUID(), userId: randomUUID() };
    const backwards = { startDate: window.endDate, endDate: window.startDate };
    const { status, body } = await create({ ...nothing, ...backwards });
    expect(status).toBe(400);
    expect(body.issues).toEqual([unknownBlock, unknownUser, endsTooEarly]);
    const { body: more } = await create({ ...nothing, ...window, eventId: randomUUID() });
    expect(more.issues).toEqual([unknownEvent, unknownUser]);
  });

  it('accepts an end that equals the start', async () => {
    const { startDate } = window;
    const { status } = await create({ ...(await newTargets()), startDate, endDate: startDate });
    expect(status).toBe(201);
  });

  it('gives a user several accesses to the same block, but not the same access twice', async () => {
    const targets = await newTargets();
    expect((await create({ ...targets, ...window })).status).toBe(201);
    // The same dates in another notation.
    const { status, body } = await create({ ...targets, ...storedWindow });
    expect([status, body.type, body.detail]).toEqual([
      409,
      '/problems/conflict',
      'The user has exactly this access already.',
    ]);
    for (const other of [
      { endDate: null },
      { blockId: null },
      { startDate: '2026-11-20T09:00:00.000001+01:00' },
    ]) {
      expect((await create({ ...targets, ...window, ...other })).status).toBe(201);
    }
  });

  it('creates one access when many requests create the same at once', async () => {
    const targets = await newTargets();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ ...targets, ...window, endDate: null })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('refuses an end less than a millisecond before the start', async () => {
    const backwards = { startDate: '2026-11-20T09:00:00.000200Z', endDate: '2026-11-20T09:00:00.000100Z' };
    const targets = await newTargets();
    const { status, body } = await create({ ...targets, ...backwards });
    expect([status, body.issues]).toEqual([400, [endsTooEarly]]);
    const id = await insertAccess(api.db, targets);
    const changed = await patch(id, backwards);
    expect([changed.status, changed.body.issues]).toEqual([400, [endsTooEarly]]);
  });

  it('refuses fields that are missing, malformed or unknown', async () => {
    const { body } = await create({ eventId: 'x', blockId: 'y', startDate: '2026-11-20', id: randomUUID() });
    expect(body.issues.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/blockId',
      '/eventId',
      '/id',
      '/startDate',
      '/userId',
    ]);
  });

  it('leaves no access to a block that is deleted at the same time', async () => {
    const targets = await newTargets();
    const [removed, ...created] = await Promise.all([
      organiser.request(`DELETE /api/v1/events/${targets.eventId}/blocks/${targets.blockId}`),
      ...Array.from({ length: 8 }, (_, second) =>
        create({ ...targets, ...window, startDate: `2026-11-20T09:00:0${second}Z` }),
      ),
    ]);
    expect(removed?.status).toBe(204);
    for (const { status, body } of created) {
      if (status !== 201) expect([status, body.issues]).toEqual([400, [unknownBlock]]);
    }
    const left = await api.db
      .selectFrom('accesses')
      .select('id')
      .where('eventId', '=', targets.eventId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('getAccess', () => {
  it('answers 404 for an unknown id and 400 for an invalid one', async () => {
    expect((await organiser.request(`GET ${path}/${randomUUID()}`)).status).toBe(404);
    expect((await organiser.request(`GET ${path}/first`)).status).toBe(400);
  });
});

describe('updateAccess of an access that has ended', () => {
  const [past, soon] = ['2026-11-19T20:00:00Z', '2999-12-31T20:00:00Z'];
  const newEnded = async (more: object = {}) =>
    insertAccess(api.db, {
      ...(await newTargets()),
      startDate: '2026-11-18T20:00:00Z',
      endDate: past,
      ...more,
    });

  it('grants it anew by a later end, which needs event:create', async () => {
    const changer = await api.signInAs({ scopes: ['event:read', 'event:update'] });
    const change = (id: string, body: object) => changer.request(`PATCH ${path}/${id}`, { body });
    const waiting = { userId: null, email: `${randomUUID()}@example.test` };
    for (const more of [{}, { blockId: null }, waiting]) {
      const id = await newEnded(more);
      for (const body of [{ endDate: soon }, { endDate: null }, { endDate: soon, blockId: null }]) {
        const refused = await change(id, body);
        expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('event:create')]);
      }
      // What has ended stays ended.
      expect((await change(id, { blockId: null, endDate: '2026-11-19T20:00:01Z' })).status).toBe(204);
      expect((await read(id)).state).not.toBe('current');
      expect((await patch(id, { endDate: soon })).status).toBe(204);
      // An open one is no grant.
      expect((await change(id, { endDate: '2998-12-31T20:00:00Z' })).status).toBe(204);
    }
  });

  it('needs event:create for another block, the whole event and an earlier start, also while it is open', async () => {
    const changer = await api.signInAs({ scopes: ['event:read', 'event:update'] });
    const change = async (id: string, body: object) =>
      (await changer.request(`PATCH ${path}/${id}`, { body })).status;
    const targets = await newTargets();
    const other = await insertBlock(api.db, { eventId: targets.eventId });
    const id = await insertAccess(api.db, { ...targets, startDate: '2026-11-18T20:00:00Z', endDate: null });
    for (const body of [{ blockId: null }, { blockId: other }, { startDate: '2026-11-17T20:00:00Z' }])
      expect([body, await change(id, body)]).toEqual([body, 403]);
    for (const body of [
      { blockId: targets.blockId.toUpperCase() },
      { startDate: '2026-11-18T21:00:00Z' },
      { endDate: soon },
    ])
      expect([body, await change(id, body)]).toEqual([body, 204]);
  });
});

describe('updateAccess', () => {
  const newAccess = async () => {
    const targets = await newTargets();
    return { ...targets, id: await insertAccess(api.db, { ...targets, ...window }) };
  };

  it('changes only the fields that are sent', async () => {
    const { id } = await newAccess();
    const before = await read(id);
    expect((await patch(id, { endDate: '2026-11-21T23:30:00+01:00' })).status).toBe(204);
    const state = expect.any(String);
    expect(await read(id)).toEqual({ ...before, endDate: '2026-11-21T22:30:00+00:00', state });
    expect((await patch(id, {})).status).toBe(204);
    expect((await patch(id, { blockId: null, endDate: null })).status).toBe(204);
    expect(await read(id)).toEqual({ ...before, blockId: null, block: null, endDate: null, state });
  });

  it('moves an access only to another block of the same event', async () => {
    const { id, eventId } = await newAccess();
    const blockId = await insertBlock(api.db, { eventId });
    expect((await patch(id, { blockId })).status).toBe(204);
    expect((await read(id)).blockId).toBe(blockId);
    const elsewhere = (await newTargets()).blockId;
    const { status, body } = await patch(id, { blockId: elsewhere });
    expect([status, body.issues]).toEqual([400, [unknownBlock]]);
    expect((await read(id)).blockId).toBe(blockId);
  });

  it('checks a new start or end against the stored other date', async () => {
    const { id } = await newAccess();
    for (const [body, fault] of [
      [{ endDate: '2026-11-20T07:59:59Z' }, endsTooEarly],
      [{ startDate: '2026-12-21T22:30:01Z' }, startsTooLate],
    ] as const) {
      const { status, body: refused } = await patch(id, body);
      expect([status, refused.issues]).toEqual([400, [fault]]);
    }
    expect((await patch(id, { startDate: '2026-12-21T22:30:01Z', endDate: null })).status).toBe(204);
  });

  it('keeps the start before the end when two requests change them at once', async () => {
    const { id } = await newAccess();
    const [start, end] = await Promise.all([
      patch(id, { startDate: '2026-12-10T00:00:00Z' }),
      patch(id, { endDate: '2026-12-01T00:00:00Z' }),
    ]);
    expect([start.status, end.status].sort()).toEqual([204, 400]);
  });

  it('does not move an access to another user or event', async () => {
    const { id } = await newAccess();
    const { eventId, userId } = await newTargets();
    const { status, body } = await patch(id, { eventId, userId });
    expect(status).toBe(400);
    expect(body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/eventId', '/userId']);
  });

  it('ends playback at the next ping when the access is shortened', async () => {
    const viewer = await api.signInAs();
    const { eventId, signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const id = await insertAccess(api.db, { eventId, userId: viewer.userId });
    const { body: playing } = await viewer.request(`GET ${signedUrlPath}`);
    const ping = () => viewer.request(`POST /api/v1/playback/sessions/${playing.playbackSessionId}/ping`);
    expect((await ping()).status).toBe(204);
    const endDate = new Date(api.clock.now().getTime() - 1_000).toISOString();
    expect((await patch(id, { endDate })).status).toBe(204);
    expect((await ping()).body.type).toBe('/problems/playback-ended-by-access');
  });

  it('refuses a change that makes it equal to another access', async () => {
    const { id, eventId, blockId, userId } = await newAccess();
    const other = await insertAccess(api.db, { eventId, blockId, userId });
    const { status, body } = await patch(other, window);
    expect([status, body.type]).toEqual([409, '/problems/conflict']);
    expect((await patch(id, window)).status).toBe(204);
  });

  it('answers 404 for an unknown id', async () => {
    expect((await patch(randomUUID(), { endDate: null })).status).toBe(404);
  });
});

describe('deleteAccess', () => {
  it('ends playback at the next ping and refuses new signed URLs', async () => {
    const viewer = await api.signInAs();
    const { eventId, signedUrlPath } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    const id = await insertAccess(api.db, { eventId, userId: viewer.userId });
    const { body: playing } = await viewer.request(`GET ${signedUrlPath}`);
    const ping = () => viewer.request(`POST /api/v1/playback/sessions/${playing.playbackSessionId}/ping`);
    expect((await ping()).status).toBe(204);

    expect((await organiser.request(`DELETE ${path}/${id}`)).status).toBe(204);
    expect((await organiser.request(`GET ${path}/${id}`)).status).toBe(404);
    const ended = await ping();
    expect([ended.status, ended.body.type]).toEqual([404, '/problems/playback-ended-by-access']);
    expect((await api.request(`GET ${new URL(playing.url).pathname}`)).status).toBe(403);
    const { body: refused } = await viewer.request(`GET ${signedUrlPath}`);
    expect(refused.type).toBe('/problems/access-required');
  });

  it('answers 404 the second time', async () => {
    const id = await insertAccess(api.db, await newTargets());
    expect((await organiser.request(`DELETE ${path}/${id}`)).status).toBe(204);
    expect((await organiser.request(`DELETE ${path}/${id}`)).status).toBe(404);
  });
});
