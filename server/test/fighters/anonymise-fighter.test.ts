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
const scopes = ['event:read', 'event:update', 'event:delete'];
const organiser = await api.signInAs({ scopes });
const editor = await api.signInAs({ scopes: ['event:read', 'event:update'] });

const anonymous = 'Anonymous fighter';
let id: string;
let jens: string;
let blockId: string;
let eventId: string;

beforeEach(async () => {
  for (const table of ['auditEntries', 'results', 'events', 'fighters', 'images'] as const)
    await api.db.deleteFrom(table).execute();
  const pictureId = await insertImage(api.db, 'portrait');
  const { body } = await organiser.request('POST /api/v1/fighters', {
    body: {
      name: 'Noor Haddad',
      nickname: 'The Compass',
      countryCode: 'NL',
      birthDate: '1999-03-14',
      heightCm: 181,
      reachCm: 186,
      stance: 'southpaw',
      gym: 'Kadeweg',
      pictureId,
      record: { wins: 21, losses: 3, draws: 1 },
    },
  });
  id = body.id;
  jens = await insertFighter(api.db, { name: 'Jens Okafor' });
  const dates = { startDate: hoursFromNow(-3), endDate: hoursFromNow(-1) };
  eventId = await insertEvent(api.db, { name: 'Rumble 6', ...dates });
  blockId = await insertBlock(api.db, { eventId, ...dates });
});

const anonymise = (fighterId = id, headers: Record<string, string> = {}) =>
  organiser.request(`POST /api/v1/fighters/${fighterId}/anonymisation`, { headers });
const read = (path: string) => organiser.request(`GET ${path}`);
const patchBout = (boutId: string, body: object) =>
  organiser.request(`PATCH /api/v1/events/${eventId}/bouts/${boutId}`, { body });

/** Everything that any table holds, as text. */
async function dump() {
  const tables = [
    'fighters',
    'bouts',
    'results',
    'auditEntries',
    'oldFighterSlugs',
    'mergedFighters',
  ] as const;
  const rows = await Promise.all(tables.map((table) => api.db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows).toLowerCase();
}

describe('anonymiseFighter', () => {
  it('removes everything of the person, and keeps bouts and results', async () => {
    const boutId = await insertBout(api.db, { blockId, redFighterId: id, blueFighterId: jens });
    const signed = { signedAt: hoursFromNow(-2), officialAt: hoursFromNow(-2), note: 'Noor Haddad limped.' };
    await api.db
      .insertInto('results')
      .values({
        boutId,
        version: 1,
        redFighterId: id,
        blueFighterId: jens,
        winner: 'red',
        method: 'ko',
        ...signed,
      })
      .execute();
    const { status, headers } = await anonymise();
    expect(status).toBe(204);
    const stored = await read(`/api/v1/fighters/${id}`);
    expect(stored.headers.etag).toBe(headers.etag);
    expect(stored.body).toEqual({
      id,
      slug: `anonymous-${id}`,
      name: anonymous,
      nickname: null,
      countryCode: null,
      birthDate: null,
      heightCm: null,
      reachCm: null,
      stance: null,
      gym: null,
      pictureId: null,
      record: null,
      bouts: 1,
    });
    const { body } = await api.request(`GET /api/v1/kickboxing/competitions/${eventId}/results`);
    expect(body.data).toMatchObject([
      { winner: 'red', red: { id, name: anonymous }, note: `${anonymous} limped.` },
    ]);
    const profile = await api.request(`GET /api/v1/kickboxing/fighters/anonymous-${id}/record`);
    expect(profile.body.record).toMatchObject({ wins: 1, knockouts: 1 });
  });

  it('is found by no old word and no old address', async () => {
    await insertBout(api.db, { blockId, redFighterId: id });
    await organiser.request(`PATCH /api/v1/fighters/${id}`, { body: { slug: 'the-compass' } });
    const double = await insertFighter(api.db, { name: 'N. Haddad', slug: 'n-haddad' });
    await organiser.request(`POST /api/v1/fighters/${id}/merge`, { body: { fighterId: double } });
    expect((await anonymise()).status).toBe(204);
    for (const slug of ['noor-haddad', 'the-compass', 'n-haddad'])
      expect((await api.request(`GET /api/v1/kickboxing/fighters/${slug}`)).status).toBe(404);
    for (const q of ['haddad', 'compass', 'kadeweg'])
      expect((await read(`/api/v1/fighters?q=${q}`)).body.total).toBe(0);
    // An id is no name: who has it finds the same fighter.
    expect((await api.request(`GET /api/v1/kickboxing/fighters/${double}`)).body).toMatchObject({ id });
  });

  it('leaves no name in bouts and in the audit log, not even an earlier one', async () => {
    const boutId = await insertBout(api.db, { blockId, redFighterId: id, blueFighterId: jens });
    const other = await insertBout(api.db, { blockId, redFighterId: jens });
    const namesake = await insertFighter(api.db, { name: 'Jan', slug: 'jan' });
    const left = await insertBout(api.db, { blockId, redFighterId: id });
    await patchBout(left, { redFighterId: null, title: 'Noor Haddad will be missed' });
    await patchBout(boutId, { redFighterId: namesake, statusReason: 'Noor Haddad is ill.' });
    await organiser.request(`PATCH /api/v1/fighters/${id}`, { body: { name: 'Noor El-Haddad' } });
    await patchBout(other, { blueFighterId: id, title: 'Noor El-Haddad’s farewell' });
    expect(await dump()).toContain('haddad');
    expect((await anonymise()).status).toBe(204);
    expect(await dump()).not.toMatch(/haddad|compass|kadeweg|1999-03-14/);
    const { body } = await read(`/api/v1/events/${eventId}/bouts/${boutId}`);
    expect(body).toMatchObject({
      replacements: [{ corner: 'red', fighterId: id, name: anonymous }],
      statusReason: `${anonymous} is ill.`,
    });
    const actions = await api.db
      .selectFrom('auditEntries')
      .select('action')
      .where('entityId', '=', id)
      .execute();
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'anonymiseFighter',
      'createFighter',
      'updateFighter',
    ]);
  });

  it('deletes the picture, unless something else shows it', async () => {
    const images = () => api.db.selectFrom('images').select('id').execute();
    const [picture] = await images();
    await api.db
      .updateTable('events')
      .set({ pictureId: picture?.id ?? null })
      .execute();
    await anonymise();
    expect(await images()).toHaveLength(1);
    await api.db.updateTable('events').set({ pictureId: null }).execute();
    const other = await insertFighter(api.db, { pictureId: picture?.id ?? null });
    await anonymise(other);
    expect(await images()).toEqual([]);
    expect(await api.db.selectFrom('looseFiles').select('id').execute()).toEqual([]);
  });

  it('is for who may delete fighters, for the version that was read, and once', async () => {
    expect((await editor.request(`POST /api/v1/fighters/${id}/anonymisation`)).status).toBe(403);
    expect((await anonymise(id, { 'if-match': '"7"' })).status).toBe(412);
    expect((await anonymise('0199a3c4-0000-7000-8000-00000000dead')).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 60 }, () => anonymise()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(new Set(answers.map(({ headers }) => headers.etag))).toEqual(new Set(['"2"']));
    const entries = api.db.selectFrom('auditEntries').select('id').where('action', '=', 'anonymiseFighter');
    expect(await entries.execute()).toHaveLength(1);
  });

  it('takes no name that is written meanwhile into a card', async () => {
    const boutId = await insertBout(api.db, { blockId, redFighterId: id, blueFighterId: jens });
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) =>
        patchBout(boutId, { redFighterId: index % 2 === 0 ? null : id, statusReason: null }),
      ),
      anonymise(),
    ]);
    expect(await dump()).not.toContain('haddad');
  });
});
