/** Timekeepers and the desk hear each bell, whichever server it was rung at (44.7, 44.20). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertFighter, insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';
import { follow } from '../streams/follow.ts';

const api = await startApi();
const [first, second] = [
  await api.signInAs({ scopes: ['event:bell'] }),
  await api.signInAs({ scopes: ['event:bell'] }),
];
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update', 'event:delete'] });

let eventId: string;
let boutId: string;
beforeEach(async () => {
  const watchable = await insertWatchable(api.db, { event: { status: 'draft' } });
  ({ eventId } = watchable);
  const redFighterId = await insertFighter(api.db, { name: 'Noor' });
  ({ id: boutId } = await api.db
    .insertInto('bouts')
    .values({ blockId: watchable.blockId, position: 1, redFighterId })
    .returning('id')
    .executeTakeFirstOrThrow());
});

const streams = {
  streamBellBoard: () => [`/api/v1/events/${eventId}/bell-board/events`, first],
  streamDesk: () => [`/api/v1/events/${eventId}/desk/events`, organiser],
} satisfies Record<string, () => [string, Device]>;
const open = (name: keyof typeof streams) => {
  const [path, device] = streams[name]();
  return follow(api, path, { device });
};
const ring = (kind: string, by: Pick<Device, 'request'> = second) =>
  by.request(`POST /api/v1/events/${eventId}/bouts/${boutId}/bells`, {
    body: { id: randomUUID(), kind, round: null, at: new Date().toISOString() },
  });
const board = async () => (await first.request(`GET /api/v1/events/${eventId}/bell-board`)).body;

describe.each(Object.keys(streams) as (keyof typeof streams)[])('%s', (name) => {
  it('begins with the whole card, and sends each bell and what undoes it', async () => {
    const stream = await open(name);
    expect((await stream.next('card')).data).toEqual({ ...(await board()), at: null, bells: [] });
    const { body: bell } = await ring('walkout');
    const rung = await stream.next('card', ({ bells }) => bells.length === 1);
    expect(rung.data).toEqual(await board());
    expect(rung.data.at).toBe(bell.at);
    await second.request(`DELETE /api/v1/events/${eventId}/bouts/${boutId}/bells/${bell.id}`);
    const undone = await stream.next('card', ({ bells }) => bells[0].undoneAt !== null);
    expect(undone.data.at).toBeNull();
  });

  it('has what was rung at another server', async () => {
    const stream = await open(name);
    await stream.next('card');
    const elsewhere = (await api.startSecondServer())(second);
    await ring('walkout', { request: elsewhere });
    await stream.next('card', ({ bells }) => bells.length === 1);
  });

  it('has a change of the card, and ends with the event', async () => {
    const stream = await open(name);
    await stream.next('card');
    await organiser.request(`PATCH /api/v1/events/${eventId}/bouts/${boutId}`, { body: { title: 'Final' } });
    await stream.next('card', ({ bouts }) => bouts[0].title === 'Final');
    await organiser.request(`DELETE /api/v1/events/${eventId}`);
    await stream.ended;
    expect(stream.events().at(-1)?.event).toBe('gone');
  });
});

describe('who may follow', () => {
  it('the bells alone: who rings, nobody else', async () => {
    const [path] = streams.streamBellBoard();
    expect((await follow(api, path)).status).toBe(401);
    expect((await follow(api, path, { device: organiser })).status).toBe(403);
    const unknown = path.replace(eventId, randomUUID());
    expect((await follow(api, unknown, { device: first })).status).toBe(404);
  });

  it('not the desk: a timekeeper', async () => {
    expect((await follow(api, streams.streamDesk()[0], { device: first })).status).toBe(403);
  });
});
