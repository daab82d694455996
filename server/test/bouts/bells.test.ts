/** The bell: taps of timekeepers become bells, each once, in the order in which they were rung. */
import { randomUUID } from 'node:crypto';
import { type Bell, type BellKind, boutState } from '@ringside/rules/bell';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const [first, second] = [
  await api.signInAs({ scopes: ['event:bell'] }),
  await api.signInAs({ scopes: ['event:bell'] }),
];
afterEach(() => api.clock.reset());

let event: string;
let bout: string;
beforeEach(async () => {
  event = await insertEvent(api.db);
  bout = await addBout();
});

async function addBout() {
  const blockId = await insertBlock(api.db, { eventId: event });
  const redFighterId = await insertFighter(api.db, { name: 'Noor' });
  const { id } = await api.db
    .insertInto('bouts')
    .values({ blockId, position: 1, redFighterId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Tap {
  id?: string;
  kind: BellKind;
  round?: number | null;
  /** Milliseconds before the arrival. */
  ago?: number;
}
const ring = ({ id = randomUUID(), kind, round = null, ago = 0 }: Tap, by = first, of = bout) =>
  by.request(`POST /api/v1/events/${event}/bouts/${of}/bells`, {
    body: { id, kind, round, at: new Date(api.clock.now().getTime() - ago).toISOString() },
  });
const undo = (id: string) => first.request(`DELETE /api/v1/events/${event}/bouts/${bout}/bells/${id}`);
const board = async () => (await first.request(`GET /api/v1/events/${event}/bell-board`)).body;
type Stored = Bell & { undoneAt: string | null; at: string };
const stateNow = async () =>
  boutState(
    ((await board()).bells as Stored[]).map((bell) => ({
      ...bell,
      at: Date.parse(bell.at),
      isUndone: bell.undoneAt !== null,
    })),
  );

describe('ringBell', () => {
  it('is one bell when a tap is sent again, sixty times at once', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 60 }, () => ring({ id, kind: 'walkout' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await board()).bells).toMatchObject([
      { id, kind: 'walkout', round: null, userName: 'Test User' },
    ]);
  });

  it('is one bell when two timekeepers tap the same within five seconds, and two when it was undone between', async () => {
    api.clock.stop();
    const mine = await ring({ kind: 'round-start', round: 1, ago: 4_000 });
    const theirs = await ring({ kind: 'round-start', round: 1 }, second);
    expect(theirs.body).toEqual(mine.body);
    expect((await undo(mine.body.id)).status).toBe(204);
    const again = await ring({ kind: 'round-start', round: 1 }, second);
    expect(again.body.id).not.toBe(mine.body.id);
    expect((await board()).bells).toHaveLength(2);
    expect(await stateNow()).toMatchObject({ phase: 'round', round: 1 });
  });

  it.each([
    ['of 29 seconds ago is believed', 29_000, 29_000],
    ['of 31 seconds ago came too late: its arrival counts', 31_000, 0],
    ['of a clock that is ahead counts at its arrival', -10_000, 0],
  ])('a time %s', async (_, ago, believed) => {
    api.clock.stop();
    const { body } = await ring({ kind: 'walkout', ago });
    expect(api.clock.now().getTime() - Date.parse(body.at)).toBe(believed);
  });

  it('refuses a round that makes no sense, a bell of another bout, and who may not ring', async () => {
    for (const tap of [
      { kind: 'walkout', round: 1 },
      { kind: 'round-start' },
      { kind: 'over', round: 3 },
      { kind: 'round-start', round: 5 },
    ] as const)
      expect(await ring(tap)).toMatchObject({ status: 400, body: { issues: [{ pointer: '/round' }] } });
    const { body } = await ring({ kind: 'walkout' });
    expect((await ring({ id: body.id, kind: 'walkout' }, first, await addBout())).status).toBe(409);
    const organiser = await api.signInAs({ scopes: ['event:update', 'event:read'] });
    expect((await ring({ kind: 'walkout' }, organiser)).status).toBe(403);
  });
});

describe('undoBell', () => {
  it('takes a bell back within ten minutes of its arrival, also after the next one, and keeps it in the list', async () => {
    api.clock.stop();
    const walkout = await ring({ kind: 'walkout', ago: 20_000 });
    const start = await ring({ kind: 'round-start', round: 1 });
    api.clock.advance(10 * 60_000);
    expect((await undo(walkout.body.id)).status).toBe(204);
    expect((await undo(walkout.body.id)).status).toBe(204);
    api.clock.advance(1);
    expect(await undo(start.body.id)).toMatchObject({ status: 409 });
    expect((await board()).bells.map(({ undoneAt }: Stored) => undoneAt !== null)).toEqual([true, false]);
  });
});

it('a bout that was rung is not deleted, nor with its block or its event', async () => {
  await ring({ kind: 'walkout' });
  const organiser = await api.signInAs({ scopes: ['event:update', 'event:delete'] });
  const { blockId } = await api.db
    .selectFrom('bouts')
    .select('blockId')
    .where('id', '=', bout)
    .executeTakeFirstOrThrow();
  for (const path of [`/blocks/${blockId}`, ''])
    expect(await organiser.request(`DELETE /api/v1/events/${event}${path}`)).toMatchObject({
      status: 409,
      body: { detail: '1 bout was rung or has a result: it stays, and so does this.' },
    });
  expect(await organiser.request(`DELETE /api/v1/events/${event}/bouts/${bout}`)).toMatchObject({
    status: 409,
    body: { detail: 'This bout was rung or has a result. Cancel it instead of deleting it.' },
  });
});
