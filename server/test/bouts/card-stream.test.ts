/** Viewers who follow an event hear each bell, with the time from which it may be shown (44.9, 44.10). */
import { randomUUID } from 'node:crypto';
import type { BellKind } from '@ringside/rules/bell';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertFighter, insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';
import { follow } from '../streams/follow.ts';

const api = await startApi();
const timekeeper = await api.signInAs({ scopes: ['event:bell'] });
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });

let eventId: string;
let liveStreamId: string;
let bouts: [string, string];
beforeEach(async () => {
  const { blockId, ...watchable } = await insertWatchable(api.db);
  ({ eventId, liveStreamId } = watchable);
  const add = async (position: number) => {
    const redFighterId = await insertFighter(api.db, { name: `Red ${position}` });
    const { id } = await api.db
      .insertInto('bouts')
      .values({ blockId, position, redFighterId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  bouts = [await add(1), await add(2)];
});

const ring = (kind: BellKind, round: number | null, boutId = bouts[0]) =>
  timekeeper.request(`POST /api/v1/events/${eventId}/bouts/${boutId}/bells`, {
    body: { id: randomUUID(), kind, round, at: new Date().toISOString() },
  });
const followCard = () => follow(api, `/api/v1/kickboxing/competitions/${eventId}/events`);

describe('the event of the card', () => {
  it('begins with the plan, and follows each bell within 2 s', async () => {
    const stream = await followCard();
    const plan = await stream.next('card');
    expect(plan.data).toMatchObject({
      at: null,
      on: [],
      overBoutIds: [],
      expected: [
        { boutId: bouts[0], isPlan: true },
        { boutId: bouts[1], isPlan: true },
      ],
      venueDelays: [{ liveStreamId, milliseconds: 2_000 }],
    });
    const walkout = await ring('walkout', null);
    const walked = await stream.next('card', ({ on }) => on[0]?.phase === 'walkout');
    expect(Date.parse(walked.data.at)).toBe(Date.parse(walkout.body.at));
    await ring('round-start', 1);
    const { data } = await stream.next('card', ({ on }) => on[0]?.phase === 'round');
    expect(data).toMatchObject({
      on: [{ boutId: bouts[0], round: 1 }],
      expected: [{ boutId: bouts[1], isPlan: false }],
      cardTag: plan.data.cardTag,
    });
    await ring('over', null);
    await stream.next('card', ({ on, overBoutIds }) => on.length === 0 && overBoutIds[0] === bouts[0]);
  });

  it('is the state before again when a bell is undone', async () => {
    const stream = await followCard();
    await ring('walkout', null);
    const before = await stream.next('card', ({ on }) => on[0]?.phase === 'walkout');
    const { body } = await ring('over', null);
    await stream.next('card', ({ on }) => on.length === 0);
    await timekeeper.request(`DELETE /api/v1/events/${eventId}/bouts/${bouts[0]}/bells/${body.id}`);
    const after = await stream.next('card', ({ on }) => on.length > 0);
    expect([after.id, after.data]).toEqual([before.id, before.data]);
  });

  it('says that the card must be read again when a bout changes, moves or goes', async () => {
    const stream = await followCard();
    let { cardTag } = (await stream.next('card')).data;
    const readsAgain = async () => {
      const { data } = await stream.next('card', (card) => card.cardTag !== cardTag);
      cardTag = data.cardTag;
      return data;
    };
    await organiser.request(`PATCH /api/v1/events/${eventId}/bouts/${bouts[1]}`, {
      body: { status: 'cancelled', statusReason: 'Injury' },
    });
    expect((await readsAgain()).expected).toMatchObject([{ boutId: bouts[0] }]);
    const { blockId } = await api.db
      .selectFrom('bouts')
      .select('blockId')
      .where('id', '=', bouts[0])
      .executeTakeFirstOrThrow();
    await organiser.request(`PUT /api/v1/events/${eventId}/bouts/order`, {
      body: { blocks: [{ blockId, boutIds: bouts.toReversed() }] },
    });
    await readsAgain();
    await organiser.request(`DELETE /api/v1/events/${eventId}/bouts/${bouts[1]}`);
    await readsAgain();
  });
});
