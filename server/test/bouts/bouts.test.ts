import { beforeEach, describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update', 'event:delete'] });

let event: string;
let prelims: string;
let main: string;
let noor: string;
let jens: string;
beforeEach(async () => {
  event = await insertEvent(api.db, { status: 'public' });
  prelims = await insertBlock(api.db, { eventId: event, startDate: '2026-11-21T18:00:00Z' });
  main = await insertBlock(api.db, { eventId: event, startDate: '2026-11-21T20:00:00Z' });
  noor = await insertFighter(api.db, { name: 'Noor Haddad' });
  jens = await insertFighter(api.db, { name: 'Jens Okafor' });
});

const card = () => `/api/v1/events/${event}/bouts`;
const create = (body: object) => organiser.request(`POST ${card()}`, { body });
const add = async (body: object): Promise<string> => (await create(body)).body.id;
const change = (id: string, body: object) => organiser.request(`PATCH ${card()}/${id}`, { body });
const read = async (id: string) => (await organiser.request(`GET ${card()}/${id}`)).body;
const list = async () => (await organiser.request(`GET ${card()}`)).body.data;
const places = async () =>
  (await list()).map((bout: { id: string; blockId: string; position: number }) => [
    bout.blockId,
    bout.position,
    bout.id,
  ]);

describe('createBout', () => {
  it('is the last one of its block, and may have corners to be announced', async () => {
    const opener = await add({ blockId: prelims, redFighterId: noor });
    const title = await add({
      blockId: main,
      redFighterId: noor,
      blueFighterId: jens,
      weightLimitKg: 69.999,
    });
    const second = await add({ blockId: prelims });
    expect(await places()).toEqual([
      [prelims, 1, opener],
      [prelims, 2, second],
      [main, 1, title],
    ]);
    expect(await read(title)).toMatchObject({
      red: { fighter: { id: noor, name: 'Noor Haddad' }, weighIn: null },
      blue: { fighter: { id: jens } },
      weightLimitKg: 70,
      rounds: 3,
      status: 'announced',
      replacements: [],
    });
    expect((await read(second)).red).toEqual({ fighter: null, weighIn: null });
  });

  it('refuses a block of another event, an unknown fighter and one fighter in both corners', async () => {
    const elsewhere = await insertBlock(api.db, { eventId: await insertEvent(api.db) });
    const pointers = async (body: object) => {
      const answer = await create(body);
      expect(answer.status).toBe(400);
      return answer.body.issues.map(({ pointer }: { pointer: string }) => pointer);
    };
    expect(await pointers({ blockId: elsewhere })).toEqual(['/blockId']);
    expect(await pointers({ blockId: main, redFighterId: elsewhere })).toEqual(['/redFighterId']);
    expect(await pointers({ blockId: main, redFighterId: noor, blueFighterId: noor.toUpperCase() })).toEqual([
      '/blueFighterId',
    ]);
    expect(await list()).toEqual([]);
  });

  it('stops at 60 in a block, also when they come at once', async () => {
    await api.db
      .insertInto('bouts')
      .values(Array.from({ length: 55 }, (_, index) => ({ blockId: main, position: index })))
      .execute();
    const answers = await Promise.all(Array.from({ length: 9 }, () => create({ blockId: main })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(201),
      ...Array(4).fill(409),
    ]);
    expect((await create({ blockId: prelims })).status).toBe(201);
  });
});

describe('updateBout', () => {
  it('of another fighter is a replacement: it says who was announced first until they come back', async () => {
    const id = await add({ blockId: main, redFighterId: noor, blueFighterId: jens });
    const third = await insertFighter(api.db, { name: 'Third' });
    const fourth = await insertFighter(api.db, { name: 'Fourth' });
    await change(id, { blueFighterId: third, statusReason: 'Jens has the flu.' });
    const replacements = [{ corner: 'blue', fighterId: jens, name: 'Jens Okafor' }];
    expect(await read(id)).toMatchObject({
      id,
      status: 'replaced',
      replacements,
      blue: { fighter: { id: third } },
    });
    await change(id, { blueFighterId: fourth });
    expect(await read(id)).toMatchObject({ status: 'replaced', replacements });
    await change(id, { blueFighterId: jens });
    expect(await read(id)).toMatchObject({ status: 'announced', replacements: [] });
  });

  it('keeps a cancelled bout cancelled until it is announced again', async () => {
    const id = await add({ blockId: main, redFighterId: noor, blueFighterId: jens });
    const third = await insertFighter(api.db);
    await change(id, { status: 'cancelled', statusReason: 'Injury.' });
    await change(id, { redFighterId: third });
    expect((await read(id)).status).toBe('cancelled');
    await change(id, { status: 'announced', statusReason: null });
    expect(await read(id)).toMatchObject({ status: 'announced', statusReason: null, replacements: [] });
  });

  it('keeps a weigh-in as a whole, and refuses the fighter of the other corner', async () => {
    const id = await add({ blockId: main, redFighterId: noor, blueFighterId: jens });
    await change(id, { redWeighIn: { weightKg: 70.456, isMissed: true, consequence: 'Catchweight 71 kg' } });
    expect((await read(id)).red.weighIn).toEqual({
      weightKg: 70.46,
      day: null,
      isMissed: true,
      consequence: 'Catchweight 71 kg',
    });
    expect(await change(id, { redFighterId: jens })).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/redFighterId' }] },
    });
    await change(id, { redWeighIn: null });
    expect((await read(id)).red.weighIn).toBe(null);
  });

  it('forgets the weigh-in of a fighter who leaves the corner, unless it says the next one', async () => {
    const id = await add({ blockId: main, redFighterId: noor, redWeighIn: { weightKg: 70 } });
    await change(id, { redFighterId: noor.toUpperCase(), rounds: 5 });
    expect((await read(id)).red.weighIn).toMatchObject({ weightKg: 70 });
    await change(id, { redFighterId: jens });
    expect((await read(id)).red.weighIn).toBe(null);
    await change(id, { redFighterId: noor, redWeighIn: { weightKg: 69 } });
    expect((await read(id)).red.weighIn).toMatchObject({ weightKg: 69 });
  });
});

describe('orderBouts', () => {
  const order = (blocks: object) => organiser.request(`PUT ${card()}/order`, { body: { blocks } });

  it('puts the whole card in order, also into another block, and leaves the versions', async () => {
    const [a, b, c] = [
      await add({ blockId: main }),
      await add({ blockId: main }),
      await add({ blockId: main }),
    ];
    const { headers } = await organiser.request(`GET ${card()}/${a}`);
    const asked = [
      { blockId: prelims, boutIds: [c] },
      { blockId: main, boutIds: [b, a] },
    ];
    expect((await order(asked)).status).toBe(204);
    expect(await places()).toEqual([
      [prelims, 1, c],
      [main, 1, b],
      [main, 2, a],
    ]);
    expect((await organiser.request(`GET ${card()}/${a}`)).headers.etag).toBe(headers.etag);
  });

  it('changes nothing when a bout is missing, comes twice or is of another event', async () => {
    const [a, b] = [await add({ blockId: main }), await add({ blockId: main })];
    const before = await places();
    for (const boutIds of [[a], [a, a], [a, b, noor], [a, b, b]])
      expect((await order([{ blockId: main, boutIds }])).status).toBe(409);
    const elsewhere = await insertBlock(api.db, { eventId: await insertEvent(api.db) });
    expect(await order([{ blockId: elsewhere, boutIds: [a, b] }])).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/blocks/0/blockId' }] },
    });
    expect(await places()).toEqual(before);
  });
});

describe('listCompetitionBouts', () => {
  const ofViewers = (idOrSlug: string) =>
    api.request(`GET /api/v1/kickboxing/competitions/${idOrSlug}/bouts`);

  it('shows the card to everybody once the event is no draft', async () => {
    await add({ blockId: main, redFighterId: noor, blueFighterId: jens });
    expect((await ofViewers(event)).body).toEqual({ data: await list(), total: 1 });
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', event).execute();
    expect((await ofViewers(event)).status).toBe(404);
  });
});

it('a fighter who has bouts is not deleted; a block takes its bouts with it', async () => {
  await add({ blockId: main, redFighterId: noor });
  const remove = () => organiser.request(`DELETE /api/v1/fighters/${noor}`);
  expect(await remove()).toMatchObject({
    status: 409,
    body: { detail: 'Noor Haddad has 1 bout. A fighter who has bouts is not deleted.' },
  });
  expect((await organiser.request(`DELETE /api/v1/events/${event}/blocks/${main}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await remove()).status).toBe(204);
});
