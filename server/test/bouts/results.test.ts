/** Results: signed, confirmed by a second person, corrected; and the records that follow from them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertBlock, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const scopes = ['event:result'];
const [sam, robin, kim] = [
  await api.signInAs({ scopes }),
  await api.signInAs({ scopes }),
  await api.signInAs({ scopes }),
];
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:update', 'event:delete', 'settings:read', 'settings:update'],
});
afterEach(async () => {
  await confirmsResults(null);
});

let event: string;
let block: string;
let bout: string;
let noor: string;
let jens: string;
beforeEach(async () => {
  event = await insertEvent(api.db);
  block = await insertBlock(api.db, { eventId: event });
  noor = await insertFighter(api.db, { name: 'Noor Haddad', record: record(21, '2026-08-31') });
  jens = await insertFighter(api.db, { name: 'Jens Okafor' });
  bout = await addBout();
});

function record(wins: number, countedUntil: string | null) {
  return JSON.stringify({ wins, losses: 3, draws: 1, noContests: 0, knockouts: 11, countedUntil }) as never;
}

async function addBout(blockId = block, corners: object = { redFighterId: noor, blueFighterId: jens }) {
  const { id } = await api.db
    .insertInto('bouts')
    .values({ blockId, position: 1, ...corners })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const knockout = { winner: 'red', method: 'ko', round: 2, seconds: 94 };
const decision = { winner: 'blue', method: 'decision-split' };
const confirmsResults = (value: boolean | null) =>
  organiser.request('PATCH /api/v1/settings', { body: { confirmsResults: value } });
const sign = (body: object, by = sam, of = bout) =>
  by.request(`POST /api/v1/events/${event}/bouts/${of}/results`, {
    body: { after: 0, redFighterId: noor, blueFighterId: jens, ...body },
  });
const confirm = (version: number, by = robin, of = bout) =>
  by.request(`PUT /api/v1/events/${event}/bouts/${of}/results/${version}/confirmation`);
const board = async (by = sam) => (await by.request(`GET /api/v1/events/${event}/result-board`)).body;
const published = async (of = event) =>
  (await api.request(`GET /api/v1/kickboxing/competitions/${of}/results`)).body.data;
const recordOf = async (fighter: string) =>
  (await api.request(`GET /api/v1/kickboxing/fighters/${fighter}/record`)).body;
const cardRecord = async (of: string, corner = 'red') =>
  (await api.request(`GET /api/v1/kickboxing/competitions/${of}/bouts`)).body.data[0][corner].fighter.record;

describe('signResult', () => {
  it('is provisional until somebody else confirms it, and viewers see nothing before', async () => {
    const signed = await sign({ ...knockout, note: 'A left hook.' });
    expect(signed).toMatchObject({
      status: 201,
      body: { version: 1, state: 'provisional', mayConfirm: false, signedBy: 'Test User', officialAt: null },
    });
    expect(await published()).toEqual([]);
    expect(await board(robin)).toMatchObject({ needsConfirmation: true, results: [{ mayConfirm: true }] });
    expect((await confirm(1)).status).toBe(204);
    expect(await board()).toMatchObject({
      results: [{ state: 'official', confirmedBy: 'Test User', mayConfirm: false }],
    });
    expect(await published()).toEqual([
      {
        boutId: bout,
        blockId: block,
        version: 1,
        updatedAt: expect.any(String),
        red: expect.objectContaining({ id: noor, name: 'Noor Haddad' }),
        blue: expect.objectContaining({ id: jens }),
        ...knockout,
        scorecards: [],
        note: 'A left hook.',
      },
    ]);
  });

  it('is official at once where the settings ask for nobody', async () => {
    await confirmsResults(false);
    expect((await sign(knockout)).body).toMatchObject({ state: 'official', confirmedBy: null });
    expect(await published()).toHaveLength(1);
  });

  it('needs a second person by default only where there are two', async () => {
    await api.db.deleteFrom('userPermissions').where('userId', 'in', [robin.userId, kim.userId]).execute();
    expect(await board()).toMatchObject({ needsConfirmation: false });
    await confirmsResults(true);
    expect(await board()).toMatchObject({ needsConfirmation: true });
    for (const { userId } of [robin, kim])
      await api.db.insertInto('userPermissions').values({ userId, permissionCode: 'event:result' }).execute();
  });

  it('lets one of two who sign at once win, and tells the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sign(knockout, index % 2 === 0 ? sam : robin)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      expect([status, body.detail]).toEqual([
        409,
        'Somebody else has signed a result of this bout. Load it again.',
      ]);
    expect((await board()).results).toHaveLength(1);
  });

  it('has room for every field and no more', async () => {
    expect((await sign({ ...knockout, note: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it('names what does not fit together, at its place', async () => {
    const pointers = async (body: object) => {
      const answer = await sign(body);
      expect(answer.status).toBe(400);
      return answer.body.issues.map(({ pointer }: { pointer: string }) => pointer).toSorted();
    };
    expect(await pointers({ ...knockout, winner: 'draw' })).toEqual(['/winner']);
    expect(await pointers({ ...knockout, round: 4 })).toEqual(['/round']);
    expect(await pointers({ ...knockout, seconds: 181 })).toEqual(['/seconds']);
    expect(await pointers({ ...knockout, reason: 'Typo' })).toEqual(['/reason']);
    expect(await pointers({ ...decision, scorecards: [{ judge: 'Ana', red: 30, blue: 27 }] })).toEqual([
      '/scorecards',
    ]);
    expect(await pointers({ ...knockout, note: 'x'.repeat(256) })).toEqual(['/note']);
    expect(await pointers({ ...knockout, scorecards: [{ judge: '', red: 0.5, blue: -1 }] })).toHaveLength(3);
  });

  it('refuses a corner that is to be announced, a bout of another event, and who may not', async () => {
    const half = await addBout(block, { redFighterId: noor });
    expect(await sign(knockout, sam, half)).toMatchObject({
      status: 409,
      body: { detail: 'Both corners need a fighter before there is a result.' },
    });
    const elsewhere = await addBout(await insertBlock(api.db, { eventId: await insertEvent(api.db) }));
    expect((await sign(knockout, sam, elsewhere)).status).toBe(404);
    expect((await confirm(1, robin, elsewhere)).status).toBe(404);
    for (const target of [
      `GET /api/v1/events/${event}/result-board`,
      `POST /api/v1/events/${event}/bouts/${bout}/results`,
      `PUT /api/v1/events/${event}/bouts/${bout}/results/1/confirmation`,
    ])
      expect((await organiser.request(target, target.startsWith('POST') ? { body: {} } : {})).status).toBe(
        403,
      );
  });
});

describe('confirmResult', () => {
  it('is never done by who has signed, also when sixty calls come at once', async () => {
    await sign(knockout);
    const own = 'You have signed this result. A second person confirms it.';
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        confirm(1, index % 3 === 0 ? sam : index % 3 === 1 ? robin : kim),
      ),
    );
    for (const [index, { status, body }] of answers.entries())
      expect(index % 3 === 0 ? [status, body.detail] : [status]).toEqual(
        index % 3 === 0 ? [409, own] : [204],
      );
    const stored = await api.db.selectFrom('results').selectAll().execute();
    expect(stored.filter(({ boutId }) => boutId === bout)).toMatchObject([{ signedBy: sam.userId }]);
    const entries = await api.db
      .selectFrom('auditEntries')
      .select('action')
      .where('entityId', '=', stored.find(({ boutId }) => boutId === bout)?.id as string)
      .execute();
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['confirmResult', 'signResult']);
  });

  it('confirms the newest version alone', async () => {
    await sign(knockout);
    await sign({ ...decision, after: 1, reason: 'The wrong bout.' }, robin);
    expect(await confirm(1, kim)).toMatchObject({
      status: 409,
      body: { detail: 'Somebody else has signed a result of this bout. Load it again.' },
    });
    expect((await confirm(2, sam)).status).toBe(204);
    expect((await confirm(3, sam)).status).toBe(404);
    expect(await published()).toMatchObject([{ version: 2, winner: 'blue' }]);
  });
});

describe('a correction', () => {
  it('needs a reason, hides nothing while it waits, and leaves the older versions to organisers', async () => {
    await sign(knockout);
    await confirm(1);
    expect(await sign({ ...decision, after: 1 })).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/reason', detail: 'A correction needs a reason.' }] },
    });
    await sign({ winner: 'none', method: 'no-contest', after: 1, reason: 'Doping.' });
    expect(await published()).toMatchObject([{ version: 1, winner: 'red' }]);
    expect((await recordOf(noor)).record.wins).toBe(22);
    await confirm(2);
    const [result] = await published();
    expect(result).toMatchObject({ version: 2, winner: 'none' });
    expect(JSON.stringify(result)).not.toContain('Doping');
    expect((await recordOf(noor)).record).toMatchObject({ wins: 21, noContests: 1, knockouts: 11 });
    expect((await board()).results).toMatchObject([
      { version: 1, state: 'official', reason: null },
      { version: 2, reason: 'Doping.' },
    ]);
  });

  it('stands in the way of a cancellation, until it is a no contest', async () => {
    const cancel = () =>
      organiser.request(`PATCH /api/v1/events/${event}/bouts/${bout}`, { body: { status: 'cancelled' } });
    await sign(knockout);
    expect(await cancel()).toMatchObject({ status: 400, body: { issues: [{ pointer: '/status' }] } });
    await sign({ winner: 'none', method: 'no-contest', after: 1, reason: 'The lights went out.' });
    expect((await cancel()).status).toBe(204);
  });

  it('counts for who fought, whoever stands on the card by then', async () => {
    await sign(knockout);
    await confirm(1);
    const twin = await insertFighter(api.db, { name: 'Twin' });
    await organiser.request(`PATCH /api/v1/events/${event}/bouts/${bout}`, { body: { redFighterId: twin } });
    expect(await published()).toMatchObject([{ red: { id: noor } }]);
    expect((await recordOf(noor)).record.wins).toBe(22);
    expect(await organiser.request(`DELETE /api/v1/fighters/${noor}`)).toMatchObject({ status: 409 });
    const correction = { ...knockout, after: 1, reason: 'It was the twin.' };
    expect(await sign(correction)).toMatchObject({
      status: 409,
      body: { detail: 'Other fighters stand in this bout by now. Load it again.' },
    });
    expect((await sign({ ...correction, redFighterId: twin })).status).toBe(201);
    await confirm(2);
    expect((await recordOf(noor)).record.wins).toBe(21);
    expect((await recordOf(twin)).record.wins).toBe(1);
  });
});

describe('getCompetitionResults', () => {
  it('knows drafts as little as others do, and answers 304 until something changes', async () => {
    const path = `GET /api/v1/kickboxing/competitions/${event}/results`;
    const { headers } = await api.request(path);
    expect(headers['cache-control']).toBe('public, max-age=10');
    const again = () => api.request(path, { headers: { 'if-none-match': String(headers.etag) } });
    expect((await again()).status).toBe(304);
    await sign(knockout);
    expect((await again()).status).toBe(304);
    await confirm(1);
    expect((await again()).status).toBe(200);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', event).execute();
    expect((await again()).status).toBe(404);
    const fighter = `GET /api/v1/kickboxing/fighters/${noor}/record`;
    expect((await api.request(fighter)).status).toBe(404);
    await addBout(await insertBlock(api.db, { eventId: await insertEvent(api.db) }));
    expect((await recordOf(noor)).record.wins).toBe(21);
    await api.db.updateTable('events').set({ status: 'public' }).where('id', '=', event).execute();
    await api.db.deleteFrom('bouts').where('id', '!=', bout).where('redFighterId', '=', noor).execute();
    const twin = await insertFighter(api.db, { name: 'Twin' });
    await organiser.request(`PATCH /api/v1/events/${event}/bouts/${bout}`, { body: { redFighterId: twin } });
    expect((await recordOf(noor)).record.wins).toBe(22);
  });
});

describe('getFighterRecord', () => {
  it('adds what came after the day of the record before, in the zone of the event', async () => {
    await confirmsResults(false);
    await sign(knockout);
    const until = (day: string | null) =>
      api.db
        .updateTable('fighters')
        .set({ record: record(21, day) })
        .where('id', '=', noor)
        .execute();
    const start = (at: string, timezone: string) =>
      Promise.all([
        api.db.updateTable('blocks').set({ startDate: at }).where('id', '=', block).execute(),
        api.db.updateTable('events').set({ timezone }).where('id', '=', event).execute(),
      ]);
    const wins = async () => (await recordOf(noor)).record.wins;
    // In Auckland it is the next day already.
    await until('2026-09-01');
    await start('2026-09-01T20:00:00Z', 'Europe/Amsterdam');
    expect(await wins()).toBe(21);
    await start('2026-09-01T20:00:00Z', 'Pacific/Auckland');
    expect(await wins()).toBe(22);
    await until(null);
    await start('2020-01-01T20:00:00Z', 'UTC');
    expect((await recordOf(noor)).record).toEqual({
      wins: 22,
      losses: 3,
      draws: 1,
      noContests: 0,
      knockouts: 12,
      countedUntil: '2020-01-01',
    });
  });

  it('finds a fighter by slug and id, and counts results alone where nothing is known', async () => {
    await confirmsResults(false);
    await sign({ ...decision, winner: 'draw' });
    const { slug } = await api.db
      .selectFrom('fighters')
      .select('slug')
      .where('id', '=', jens)
      .executeTakeFirstOrThrow();
    expect(await recordOf(slug)).toEqual(await recordOf(jens));
    expect(await recordOf(jens.toUpperCase())).toMatchObject({
      fighterId: jens,
      before: null,
      record: { wins: 0, losses: 0, draws: 1, noContests: 0, knockouts: 0 },
    });
    expect((await api.request('GET /api/v1/kickboxing/fighters/nobody/record')).status).toBe(404);
  });
});

describe('the record on a card', () => {
  it('is that before the event: neither of this night nor of its earlier days, but of events that had ended', async () => {
    await confirmsResults(false);
    await sign(knockout);
    expect(await cardRecord(event)).toMatchObject({ wins: 21, countedUntil: '2026-08-31' });
    const next = await insertEvent(api.db, { startDate: hoursFromNow(3), endDate: hoursFromNow(60) });
    await addBout(
      await insertBlock(api.db, { eventId: next, startDate: hoursFromNow(40), endDate: hoursFromNow(50) }),
    );
    expect(await cardRecord(next)).toMatchObject({ wins: 22, knockouts: 12 });
    const meanwhile = await insertEvent(api.db, { startDate: hoursFromNow(2), endDate: hoursFromNow(5) });
    await addBout(await insertBlock(api.db, { eventId: meanwhile }));
    expect(await cardRecord(meanwhile)).toMatchObject({ wins: 21 });
    // Not known before, not known now.
    expect(await cardRecord(next, 'blue')).toBe(null);
  });
});

it('what has a result is not deleted: neither its bout, nor its block, nor its event', async () => {
  await sign(knockout);
  const detail = expect.stringContaining('result');
  for (const path of [`/bouts/${bout}`, `/blocks/${block}`, '']) {
    const target = `/api/v1/events/${event}${path}`;
    expect(await organiser.request(`DELETE ${target}`)).toMatchObject({ status: 409, body: { detail } });
  }
  expect((await organiser.request(`DELETE /api/v1/events/${event}?dryRun=true`)).body).toMatchObject({
    keptBouts: 1,
    isRefused: true,
  });
});
