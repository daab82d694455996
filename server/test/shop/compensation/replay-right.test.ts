/** A replay that was given for an order is worth as much as the order: no refund and no lost dispute leaves it behind. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertBlock, insertLiveStream } from '../../factories.ts';
import { engine } from '../../test-database.ts';
import { disputeEvent, refundEvent, seconds } from '../provider-events.ts';
import { startOutages } from './outages.ts';

const shop = await startOutages();
const { db, clock } = shop;
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
let buyer: Awaited<ReturnType<typeof shop.newBuyer>>;
let outage: string;
/** Of a block that was not bought, so that only the replay opens it. */
let watch: string;

const replay = () => ({
  remedy: 'replay',
  scope: 'event',
  endDate: new Date(clock.now().getTime() + 7 * 86_400_000).toISOString(),
});
const replays = () =>
  db
    .selectFrom('accesses')
    .selectAll()
    .where('userId', '=', buyer.userId)
    .where('orderId', 'is', null)
    .execute();
const mayWatch = async () => (await buyer.request(watch)).status === 200;
let step = 0;
const dispute = (status: string) =>
  shop.deliver(disputeEvent('updated', { ...buyer, id: `dp_${buyer.orderId}`, status }, seconds() + ++step));
const refund = (status: string, amount = buyer.amount) =>
  shop.deliver(
    refundEvent('updated', { ...buyer, id: `re_${buyer.orderId}`, amount, status }, seconds() + ++step),
  );

beforeEach(async () => {
  ticket = await shop.newTicket();
  const blockId = await insertBlock(db, { eventId: ticket.eventId, paymentRequired: true });
  const liveStreamId = await insertLiveStream(db, { blockId });
  watch = `GET /api/v1/kickboxing/competitions/${ticket.eventId}/blocks/${blockId}/live-streams/${liveStreamId}/signed-url`;
  buyer = await shop.newBuyer(ticket);
  outage = await shop.breakFor(ticket, [buyer]);
});

async function give() {
  await shop.compensate(outage, replay());
  await shop.workOff();
  expect(await mayWatch()).toBe(true);
}

describe('a replay', () => {
  it('ends with a refund in full, at the provider or by an organiser, and comes back when that fails', async () => {
    await give();
    await refund('succeeded');
    expect([await mayWatch(), await replays()]).toEqual([false, []]);
    await refund('failed');
    expect(await mayWatch()).toBe(true);
    const body = { key: randomUUID(), refundedAmount: 0, reason: 'requested' };
    await shop.organiser.request(`POST /api/v1/shop/orders/${buyer.orderId}/refunds`, { body });
    expect(await mayWatch()).toBe(false);
  });

  it('is kept after a refund in part', async () => {
    await give();
    await refund('succeeded', buyer.amount - 1);
    expect(await mayWatch()).toBe(true);
  });

  it('waits during a dispute, ends when it is lost, and comes back when it is won', async () => {
    await give();
    const [before] = await replays();
    await dispute('needs_response');
    expect(await mayWatch()).toBe(false);
    await dispute('lost');
    await dispute('lost');
    expect(await replays()).toEqual([]);
    await dispute('won');
    await dispute('won');
    const {
      id: _id,
      version: _version,
      grantedAt: _grantedAt,
      ...same
    } = before as NonNullable<typeof before>;
    expect(await replays()).toMatchObject([same]);
    expect(await mayWatch()).toBe(true);
  });

  it('comes back with the dates that an organiser has given it, and not when they have revoked it', async () => {
    await give();
    const organiser = await shop.signInAs({ scopes: ['event:read', 'event:update', 'event:delete'] });
    const path = `/api/v1/events/access/${(await replays())[0]?.id}`;
    const endDate = new Date(clock.now().getTime() + 86_400_000).toISOString();
    expect((await organiser.request(`PATCH ${path}`, { body: { endDate } })).status).toBe(204);
    await dispute('needs_response');
    expect(await replays()).toEqual([]);
    await dispute('won');
    const [back] = await replays();
    expect(Date.parse(String(back?.endDate))).toBe(Date.parse(endDate));
    expect((await organiser.request(`DELETE /api/v1/events/access/${back?.id}`)).status).toBe(204);
    await dispute('appeal_under_review');
    await refund('succeeded', 1);
    await dispute('won');
    expect([(await shop.findOrder(buyer.orderId)).status, await replays()]).toEqual(['paid', []]);
  });

  it('does not come back for an account or a block that was deleted meanwhile', async () => {
    const { body } = await shop.preview(outage, { ...replay(), scope: 'block' });
    await shop.confirm(outage, { tag: body.tag, terms: { ...replay(), scope: 'block' } });
    await shop.workOff();
    await dispute('needs_response');
    expect(
      (await shop.organiser.request(`DELETE /api/v1/events/${ticket.eventId}/blocks/${ticket.blockId}`))
        .status,
    ).toBe(204);
    await dispute('won');
    expect(await replays()).toEqual([]);
    const other = await shop.newTicket();
    buyer = await shop.newBuyer(other);
    outage = await shop.breakFor(other, [buyer]);
    await shop.compensate(outage, replay());
    await shop.workOff();
    await dispute('needs_response');
    await db.deleteFrom('users').where('id', '=', buyer.userId).execute();
    expect((await dispute('won')).status).toBe(204);
    expect((await shop.findOrder(buyer.orderId)).status).toBe('paid');
  });

  it('is not given for an order that is not paid any more', async () => {
    await shop.compensate(outage, replay());
    await dispute('needs_response');
    await shop.workOff();
    expect([await replays(), (await shop.people(outage)).data[0].compensation.failure]).toEqual([
      [],
      'order_not_paid',
    ]);
  });
});

// One connection has nothing to meet.
it.runIf(engine === 'postgres')(
  'and the refund of its order at one moment leave nothing behind',
  { timeout: 60_000 },
  async () => {
    await sql`create function take_a_moment() returns trigger language plpgsql as $$ begin
      perform pg_sleep(random() * 0.01);
      return null;
    end $$`.execute(db);
    for (const table of ['orders', 'refunds', 'compensation_items', 'accesses', 'outbox_mails'])
      await sql`create trigger take_a_moment after insert or update or delete on ${sql.table(table)}
        for each statement execute function take_a_moment()`.execute(db);
    for (let round = 0; round < 15; round++) {
      buyer = await shop.newBuyer(ticket);
      outage = await shop.breakFor(ticket, [buyer]);
      await shop.compensate(outage, replay());
      await Promise.all([shop.workOff(), refund('succeeded'), shop.workOff()]);
      expect([round, (await shop.findOrder(buyer.orderId)).status, await replays()]).toEqual([
        round,
        'refunded',
        [],
      ]);
    }
  },
);
