import { beforeEach, describe, expect, it } from 'vitest';
import {
  hoursFromNow,
  insertBlock,
  insertBout,
  insertEvent,
  insertFighter,
  insertImage,
} from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const scopes = ['event:read', 'event:update', 'event:delete', 'event:result'];
const organiser = await api.signInAs({ scopes });
const viewer = await api.signInAs({ scopes: ['event:read'] });

const record = { wins: 21, losses: 3, draws: 1, noContests: 0, knockouts: 11, countedUntil: '2020-01-01' };
let noor: string;
let double: string;
let jens: string;
let blockId: string;
let eventId: string;

beforeEach(async () => {
  for (const table of ['auditEntries', 'results', 'events', 'fighters'] as const)
    await api.db.deleteFrom(table).execute();
  noor = await insertFighter(api.db, { name: 'Noor Haddad', slug: 'noor-haddad', gym: 'Kadeweg' });
  double = await insertFighter(api.db, {
    name: 'N. Haddad',
    slug: 'n-haddad',
    gym: 'Other gym',
    heightCm: 181,
    record: JSON.stringify(record) as never,
  });
  jens = await insertFighter(api.db, { name: 'Jens Okafor', slug: 'jens-okafor' });
  ({ eventId, blockId } = await insertNight('Rumble 8', 0));
});

async function insertNight(name: string, hours: number, status: 'public' | 'draft' = 'public') {
  const dates = { startDate: hoursFromNow(hours), endDate: hoursFromNow(hours + 3) };
  const event = await insertEvent(api.db, { name, status, ...dates });
  return { eventId: event, blockId: await insertBlock(api.db, { eventId: event, ...dates }) };
}

const merge = (kept = noor, other = double, headers: Record<string, string> = {}) =>
  organiser.request(`POST /api/v1/fighters/${kept}/merge`, { body: { fighterId: other }, headers });
const read = async (path: string) => (await organiser.request(`GET ${path}`)).body;
const boutOf = (boutId: string) =>
  api.db.selectFrom('bouts').selectAll().where('id', '=', boutId).executeTakeFirstOrThrow();

async function insertResult(boutId: string, redFighterId: string, blueFighterId: string) {
  const signed = { signedAt: hoursFromNow(1), officialAt: hoursFromNow(1) };
  await api.db
    .insertInto('results')
    .values({ boutId, version: 1, redFighterId, blueFighterId, winner: 'red', method: 'ko', ...signed })
    .execute();
}

describe('mergeFighters', () => {
  it('keeps the fields of who stays, fills the empty ones, and moves bouts and results', async () => {
    const boutId = await insertBout(api.db, { blockId, redFighterId: double, blueFighterId: jens });
    await insertResult(boutId, double, jens);
    const { status, headers } = await merge();
    expect(status).toBe(204);
    const kept = await organiser.request(`GET /api/v1/fighters/${noor}`);
    expect(kept.headers.etag).toBe(headers.etag);
    expect(kept.body).toMatchObject({
      name: 'Noor Haddad',
      slug: 'noor-haddad',
      gym: 'Kadeweg',
      heightCm: 181,
      record,
      bouts: 1,
    });
    expect(await boutOf(boutId)).toMatchObject({ redFighterId: noor, blueFighterId: jens, version: 2 });
    const { body } = await api.request(`GET /api/v1/kickboxing/fighters/noor-haddad/record`);
    expect(body.record).toMatchObject({ wins: 22, knockouts: 12 });
  });

  it('takes over the portrait of the double, and deletes it where who stays has one', async () => {
    const [first, second] = [await insertImage(api.db, 'portrait'), await insertImage(api.db, 'portrait')];
    const give = (id: string, pictureId: string) =>
      api.db.updateTable('fighters').set({ pictureId }).where('id', '=', id).execute();
    await give(double, first);
    expect((await merge()).status).toBe(204);
    expect((await read(`/api/v1/fighters/${noor}`)).pictureId).toBe(first);
    await give(jens, second);
    expect((await merge(noor, jens)).status).toBe(204);
    const images = await api.db
      .selectFrom('images')
      .select('id')
      .where('id', 'in', [first, second])
      .execute();
    expect(images).toEqual([{ id: first }]);
  });

  it('answers with the new one for the old id and the old slugs, wherever they are asked for', async () => {
    const boutId = await insertBout(api.db, { blockId, redFighterId: double, blueFighterId: jens });
    await organiser.request(`PATCH /api/v1/fighters/${double}`, { body: { slug: 'n-haddad-2' } });
    await merge();
    for (const old of [double, double.toUpperCase(), 'n-haddad', 'n-haddad-2']) {
      expect(await read(`/api/v1/kickboxing/fighters/${old}`)).toMatchObject({ id: noor });
      expect(await read(`/api/v1/kickboxing/fighters/${old}/record`)).toMatchObject({ fighterId: noor });
    }
    expect(await read(`/api/v1/fighters/${double}`)).toMatchObject({ id: noor });
    const change = { body: { nickname: 'The Compass' } };
    expect((await organiser.request(`PATCH /api/v1/fighters/${double}`, change)).status).toBe(204);
    expect(await read(`/api/v1/fighters/${noor}`)).toMatchObject({ nickname: 'The Compass' });
    const added = await organiser.request(`POST /api/v1/events/${eventId}/bouts`, {
      body: { blockId, redFighterId: double },
    });
    expect(added.status).toBe(201);
    expect(await boutOf(added.body.id)).toMatchObject({ redFighterId: noor });
    const patched = await organiser.request(`PATCH /api/v1/events/${eventId}/bouts/${boutId}`, {
      body: { redFighterId: double },
    });
    expect(patched.status).toBe(204);
    expect(await boutOf(boutId)).toMatchObject({ redFighterId: noor, status: 'announced' });
    const signed = await organiser.request(`POST /api/v1/events/${eventId}/bouts/${boutId}/results`, {
      body: { after: 0, winner: 'red', method: 'ko', round: 1, redFighterId: double, blueFighterId: jens },
    });
    expect(signed.status).toBe(201);
  });

  it('is a 409 for who deletes by the old id, and both corners are seen to be one', async () => {
    await merge();
    expect(await organiser.request(`DELETE /api/v1/fighters/${double}`)).toMatchObject({ status: 409 });
    const { status, body } = await organiser.request(`POST /api/v1/events/${eventId}/bouts`, {
      body: { blockId, redFighterId: noor, blueFighterId: double },
    });
    expect([status, body.issues[0].pointer]).toEqual([400, '/blueFighterId']);
  });

  it('leads over several merges, and another fighter takes an old slug only when it is asked for', async () => {
    await merge(double, jens);
    await merge();
    expect(await read(`/api/v1/fighters/${jens}`)).toMatchObject({ id: noor });
    const create = (body: object) => organiser.request('POST /api/v1/fighters', { body });
    const { body } = await create({ name: 'Jens Okafor' });
    expect(await read(`/api/v1/fighters/${body.id}`)).toMatchObject({ slug: 'jens-okafor-2' });
    expect((await create({ name: 'Jens', slug: 'jens-okafor' })).status).toBe(201);
    expect((await api.request('GET /api/v1/kickboxing/fighters/jens-okafor')).status).toBe(404);
    await insertBout(api.db, { blockId, redFighterId: noor });
    expect(await read('/api/v1/kickboxing/fighters/n-haddad')).toMatchObject({ id: noor });
  });

  it('forgets a replacement of a fighter by their double, and renames the others', async () => {
    const gone = { corner: 'red', fighterId: noor, name: 'Noor Haddad' };
    const doubled = await insertBout(api.db, {
      blockId,
      redFighterId: double,
      status: 'replaced',
      statusReason: 'Another spelling.',
      replacements: JSON.stringify([gone]),
    });
    const replaced = await insertBout(api.db, {
      blockId,
      redFighterId: jens,
      status: 'replaced',
      statusReason: 'Flu.',
      replacements: JSON.stringify([{ ...gone, fighterId: double, name: 'N. Haddad' }]),
    });
    expect((await merge()).status).toBe(204);
    expect(await boutOf(doubled)).toMatchObject({
      status: 'announced',
      statusReason: null,
      replacements: [],
    });
    expect(await boutOf(replaced)).toMatchObject({
      status: 'replaced',
      statusReason: 'Flu.',
      replacements: [gone],
    });
  });

  it.each([
    [
      'stand against each other',
      () => insertBout(api.db, { blockId, redFighterId: noor, blueFighterId: double }),
    ],
    [
      'stood against each other before a replacement',
      () =>
        insertBout(api.db, {
          blockId,
          redFighterId: jens,
          blueFighterId: double,
          status: 'replaced',
          replacements: JSON.stringify([{ corner: 'red', fighterId: noor, name: 'Noor Haddad' }]),
        }),
    ],
    [
      'have fought each other',
      async () => insertResult(await insertBout(api.db, { blockId, redFighterId: jens }), double, noor),
    ],
  ])('refuses two who %s', async (_how, given) => {
    await given();
    const { status, body } = await merge();
    expect([status, body.detail]).toEqual([
      409,
      'Noor Haddad and N. Haddad stand against each other at Rumble 8, so they are two people.',
    ]);
    expect(await read(`/api/v1/fighters/${double}`)).toMatchObject({ id: double });
  });

  it('refuses two who are at two places at one time, but for drafts and cancelled bouts', async () => {
    const other = await insertNight('Far away', 1);
    const plan = await insertNight('A plan', 1, 'draft');
    await insertBout(api.db, { blockId, redFighterId: noor });
    await insertBout(api.db, { blockId: plan.blockId, redFighterId: double });
    const boutId = await insertBout(api.db, { blockId: other.blockId, redFighterId: double });
    const { status, body } = await merge();
    expect([status, body.detail]).toEqual([
      409,
      'Noor Haddad and N. Haddad are at two places at one time, Rumble 8 and Far away, so they are two people.',
    ]);
    await api.db.updateTable('bouts').set({ status: 'cancelled' }).where('id', '=', boutId).execute();
    expect((await merge()).status).toBe(204);
  });

  it('is for the version that was read, by who may change fighters, and for two who exist', async () => {
    expect((await merge(noor, double, { 'if-match': '"7"' })).status).toBe(412);
    expect((await merge(noor, noor.toUpperCase())).status).toBe(400);
    const nobody = '0199a3c4-0000-7000-8000-00000000dead';
    expect(await merge(noor, nobody)).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/fighterId' }] },
    });
    expect((await merge(nobody)).status).toBe(404);
    const forbidden = await viewer.request(`POST /api/v1/fighters/${noor}/merge`, {
      body: { fighterId: double },
    });
    expect(forbidden.status).toBe(403);
    expect((await merge(noor, double, { 'if-match': '"1"' })).status).toBe(204);
    // Its answer was lost, and it is sent again.
    expect((await merge(noor, double, { 'if-match': '"1"' })).status).toBe(204);
  });

  it('is told in the audit log, once for each of the two', async () => {
    await merge();
    const entries = await api.db.selectFrom('auditEntries').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, entityId }) => `${action} ${entityId}`).toSorted()).toEqual(
      [`mergeFighters ${noor}`, `mergeFighters ${double}`].toSorted(),
    );
    expect(entries.find(({ entityId }) => entityId === noor)).toMatchObject({
      before: { merged: null, heightCm: null },
      after: { merged: double, heightCm: 181 },
    });
    expect(entries.find(({ entityId }) => entityId === double)).toMatchObject({
      before: { name: 'N. Haddad' },
      after: null,
    });
  });

  it('in both directions and sixty times at once is one merge, and no card is lost meanwhile', async () => {
    const boutId = await insertBout(api.db, { blockId, blueFighterId: jens });
    const calls = Array.from({ length: 60 }, (_, index) => {
      if (index % 4 === 0) return merge();
      if (index % 4 === 1) return merge(double, noor);
      if (index % 4 === 2)
        return organiser.request(`PATCH /api/v1/events/${eventId}/bouts/${boutId}`, {
          body: { redFighterId: double },
        });
      return organiser.request(`POST /api/v1/events/${eventId}/bouts`, {
        body: { blockId, redFighterId: index % 8 === 3 ? double : noor },
      });
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([204, 201]));
    const [survivor, ...others] = await api.db
      .selectFrom('fighters')
      .select('id')
      .where('id', '!=', jens)
      .execute();
    expect(others).toEqual([]);
    const corners = await api.db.selectFrom('bouts').select(['redFighterId', 'replacements']).execute();
    expect(new Set(corners.map(({ redFighterId }) => redFighterId))).toEqual(new Set([survivor?.id]));
    expect(corners.flatMap(({ replacements }) => replacements)).toEqual([]);
    expect(corners).toHaveLength(16);
    const merges = await api.db
      .selectFrom('auditEntries')
      .select('id')
      .where('action', '=', 'mergeFighters')
      .execute();
    expect(merges).toHaveLength(2);
  });
});
