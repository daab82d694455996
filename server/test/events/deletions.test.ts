import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { insertAccess, insertBlock, insertEvent, insertLiveStream, insertUser } from '../factories.ts';
import { type Answer, startApi } from '../harness.ts';
import { waitUntilBlocked } from '../wait-for-lock.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});
const orderId = randomUUID();

/** An event with two blocks, three streams, and accesses: one to the event, two to the first block. */
async function newEvent(options: { paid?: boolean } = {}) {
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  const siblingId = await insertBlock(api.db, { eventId });
  for (const id of [blockId, blockId, siblingId]) await insertLiveStream(api.db, { blockId: id });
  const userId = await insertUser(api.db);
  await insertAccess(api.db, { eventId, userId });
  await insertAccess(api.db, { eventId, blockId, userId });
  const accessId = await insertAccess(api.db, {
    eventId,
    blockId,
    userId: await insertUser(api.db),
    ...(options.paid ? { orderId } : {}),
  });
  const path = `/api/v1/events/${eventId}`;
  return { eventId, blockId, userId, accessId, path, blockPath: `${path}/blocks/${blockId}` };
}

const status = async (target: string) => (await organiser.request(target)).status;

describe('a dry run', () => {
  it('reports what the deletion of an event includes, and deletes nothing', async () => {
    const { path, blockPath, accessId } = await newEvent();
    const answer = await organiser.request(`DELETE ${path}?dryRun=true`);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        blocks: 2,
        liveStreams: 3,
        accesses: 3,
        paidAccesses: 0,
        pendingPayments: 0,
        keptBouts: 0,
        isRefused: false,
      },
    ]);
    for (const left of [path, blockPath, `/api/v1/events/access/${accessId}`]) {
      expect(await status(`GET ${left}`)).toBe(200);
    }
  });

  it('reports what the deletion of a block includes, without accesses to the whole event', async () => {
    const { blockPath } = await newEvent({ paid: true });
    const { body } = await organiser.request(`DELETE ${blockPath}?dryRun=true`);
    expect(body).toEqual({
      blocks: 0,
      liveStreams: 2,
      accesses: 2,
      paidAccesses: 1,
      pendingPayments: 0,
      keptBouts: 0,
      isRefused: true,
    });
    expect(await status(`GET ${blockPath}`)).toBe(200);
  });

  it('answers 404 for unknown ids, 412 for another version and 400 for an invalid flag', async () => {
    const { path, blockId } = await newEvent();
    expect(await status(`DELETE /api/v1/events/${randomUUID()}?dryRun=true`)).toBe(404);
    expect(await status(`DELETE /api/v1/events/${randomUUID()}/blocks/${blockId}?dryRun=true`)).toBe(404);
    const headers = { 'if-match': '"0"' };
    expect((await organiser.request(`DELETE ${path}?dryRun=true`, { headers })).status).toBe(412);
    expect(await status(`DELETE ${path}?dryRun=yes`)).toBe(400);
  });

  it('reports zeros for an empty event', async () => {
    const { body } = await organiser.request(
      `DELETE /api/v1/events/${await insertEvent(api.db)}?dryRun=true`,
    );
    expect(body).toEqual({
      blocks: 0,
      liveStreams: 0,
      accesses: 0,
      paidAccesses: 0,
      pendingPayments: 0,
      keptBouts: 0,
      isRefused: false,
    });
  });
});

describe('a paid access', () => {
  it('prevents the deletion of its event and block, and the refusal states the numbers', async () => {
    const { path, blockPath } = await newEvent({ paid: true });
    for (const [target, detail] of [
      [path, 'This would also delete 2 blocks, 3 live streams and 3 accesses, of which 1 is paid.'],
      [blockPath, 'This would also delete 2 live streams and 2 accesses, of which 1 is paid.'],
    ]) {
      const { status: refused, body } = await organiser.request(`DELETE ${target}`);
      expect([refused, body.type, body.detail]).toEqual([409, '/problems/conflict', detail]);
    }
    const { body } = await organiser.request(`GET ${path}?blocks.liveStreams=true`);
    expect(body.blocks).toHaveLength(2);
  });

  it('does not prevent the deletion of another block', async () => {
    const { eventId, path } = await newEvent({ paid: true });
    const other = await insertBlock(api.db, { eventId });
    expect(await status(`DELETE ${path}/blocks/${other}`)).toBe(204);
  });

  it('cannot be deleted, but can be shortened', async () => {
    const { accessId, path } = await newEvent({ paid: true });
    const access = `/api/v1/events/access/${accessId}`;
    expect((await organiser.request(`GET ${access}`)).body.isPaid).toBe(true);
    const { status: refused, body } = await organiser.request(`DELETE ${access}`);
    expect([refused, body.type]).toEqual([409, '/problems/conflict']);
    const endDate = '2030-01-01T00:00:00+00:00';
    expect((await organiser.request(`PATCH ${access}`, { body: { endDate } })).status).toBe(204);
    expect((await organiser.request(`GET ${access}`)).body).toMatchObject({ endDate, isPaid: true });
    expect(await status(`GET ${path}`)).toBe(200);
  });

  it('is marked in lists', async () => {
    const { eventId, accessId } = await newEvent({ paid: true });
    const filter = encodeURIComponent(JSON.stringify({ eventId: { eq: eventId } }));
    const { body } = await organiser.request(`GET /api/v1/events/access?filter=${filter}`);
    const paid = body.data.filter(({ isPaid }: { isPaid: boolean }) => isPaid);
    expect([body.total, paid.map(({ id }: { id: string }) => id)]).toEqual([3, [accessId]]);
  });

  it('cannot be made by a caller who sends an order id', async () => {
    const { eventId, userId, accessId } = await newEvent();
    const body = { eventId, userId, startDate: '2026-11-20T09:00:00Z', orderId };
    expect((await organiser.request('POST /api/v1/events/access', { body })).status).toBe(400);
    const patched = await organiser.request(`PATCH /api/v1/events/access/${accessId}`, { body: { orderId } });
    expect(patched.status).toBe(400);
  });

  it('is never lost when a deletion runs at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { path, accessId } = await newEvent();
      const [deleted, paid] = await Promise.all([
        status(`DELETE ${path}`),
        // As in the shop: the order pays for an existing access.
        api.db
          .updateTable('accesses')
          .set({ orderId })
          .where('id', '=', accessId)
          .executeTakeFirst()
          .then(({ numUpdatedRows }) => numUpdatedRows > 0n),
      ]);
      expect([deleted, paid]).toEqual(paid ? [409, true] : [204, false]);
    }
  });
});

describe('a payment whose transaction is open when a deletion starts', () => {
  type Found = Awaited<ReturnType<typeof newEvent>>;
  const pay = (db: Db, { accessId }: Found) =>
    db.updateTable('accesses').set({ orderId: randomUUID() }).where('id', '=', accessId).execute();
  const buy = (db: Db, { eventId, blockId, userId }: Found) =>
    insertAccess(db, { eventId, blockId, userId, orderId: randomUUID() });

  it.each([
    ['of an access, against its event', pay, 'path'],
    ['of an access, against its block', pay, 'blockPath'],
    ['for a new access, against its event', buy, 'path'],
    ['for a new access, against its block', buy, 'blockPath'],
  ] as const)('is never lost: %s', async (_name, effect, path) => {
    const event = await newEvent();
    let deletion: Promise<Answer> | undefined;
    await api.db.transaction().execute(async (trx) => {
      await effect(trx, event);
      deletion = organiser.request(`DELETE ${event[path]}`);
      await waitUntilBlocked(api.db);
    });
    expect((await deletion)?.status).toBe(409);
    expect(await status(`GET /api/v1/events/access/${event.accessId}`)).toBe(200);
  });
});
