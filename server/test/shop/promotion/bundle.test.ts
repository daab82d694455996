/** One price for several events. */
import { beforeEach, describe, expect, it } from 'vitest';
import { insertEvent } from '../../factories.ts';
import { newPrice } from '../fake-provider.ts';
import { sessionEvent } from '../provider-events.ts';
import { startShop } from '../shop.ts';

const shop = await startShop();
const { provider, db } = shop;
const organiser = await shop.signInAs({ scopes: ['event:read', 'event:update'] });
const reader = await shop.signInAs({ scopes: ['event:read'] });
let first: Awaited<ReturnType<typeof shop.newTicket>>;
let second: Awaited<ReturnType<typeof shop.newTicket>>;
beforeEach(async () => {
  [first, second] = [await shop.newTicket(), await shop.newTicket()];
});
const itemsPath = () => `/api/v1/shop/prices/${first.eventPriceId}/items`;
const change = (body: object, as = organiser) => as.request(`PATCH ${itemsPath()}`, { body });
const wholeSecond = () => ({ eventId: second.eventId, blockId: null });
const bundle = () => change({ add: [{ ...wholeSecond(), stripePriceId: second.eventPriceId }] });
const priceOf = async (id: string) =>
  (await db.selectFrom('events').select('stripePriceId').where('id', '=', id).executeTakeFirstOrThrow())
    .stripePriceId;
const offerOf = async (eventId: string, as: Pick<typeof reader, 'request'> = shop) =>
  (await as.request(`GET /api/v1/shop/offers/${eventId}`)).body.data.find(
    ({ blockId }: { blockId: string | null }) => blockId === null,
  );
const setStatus = (id: string, status: 'draft' | 'hidden') =>
  db.updateTable('events').set({ status }).where('id', '=', id).execute();

describe('updatePriceItems', () => {
  it('gives the price to another event and takes it away again, each with an entry in the audit log', async () => {
    expect((await bundle()).status).toBe(204);
    expect(await priceOf(second.eventId)).toBe(first.eventPriceId);
    const { body } = await reader.request(`GET ${itemsPath()}`);
    expect(body.data.map(({ eventId }: { eventId: string }) => eventId).toSorted()).toEqual(
      [first.eventId, second.eventId].toSorted(),
    );
    expect((await change({ remove: [wholeSecond()] })).status).toBe(204);
    expect(await priceOf(second.eventId)).toBeNull();
    const entries = await db
      .selectFrom('auditEntries')
      .select(['action', 'entityType', 'after'])
      .where('entityId', '=', second.eventId)
      .execute();
    expect(entries).toMatchObject([
      { action: 'updatePriceItems', entityType: 'event', after: { stripePriceId: first.eventPriceId } },
      { after: { stripePriceId: null } },
    ]);
  });

  it('changes all or nothing, and says what somebody else has changed', async () => {
    const third = await insertEvent(db);
    const { status, body } = await change({
      add: [
        { eventId: third, blockId: null, stripePriceId: null },
        { ...wholeSecond(), stripePriceId: 'price_Seen_before' },
      ],
    });
    expect([status, body.issues[0].pointer]).toEqual([409, '/add/1']);
    expect(await priceOf(third)).toBeNull();
    expect((await change({ remove: [wholeSecond()] })).status).toBe(409);
  });

  it('is done by one of sixty calls at once, without a deadlock', async () => {
    const both = (seen: string) => ({
      add: [
        { ...wholeSecond(), stripePriceId: second.eventPriceId },
        { eventId: first.eventId, blockId: first.blockId, stripePriceId: seen },
      ],
    });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const { add } = both(first.priceId);
        return change({ add: index % 2 ? add : add.toReversed() });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(59).fill(409)]);
  });

  it('refuses unknown targets, the same one twice, unknown prices and ones that are not sold', async () => {
    const unknown = '0199a3c4-ffff-7000-8000-00000000dead';
    const add = { eventId: unknown, blockId: null, stripePriceId: null };
    expect((await change({ add: [add] })).body.issues[0].pointer).toBe('/add/0/eventId');
    const foreignBlock = { eventId: first.eventId, blockId: second.blockId, stripePriceId: null };
    expect((await change({ add: [foreignBlock] })).body.issues[0].pointer).toBe('/add/0/blockId');
    expect((await change({ add: [add], remove: [{ eventId: unknown, blockId: null }] })).status).toBe(400);
    const path = '/api/v1/shop/prices/price_Nobody/items';
    expect((await organiser.request(`PATCH ${path}`, { body: { add: [add] } })).status).toBe(404);
    provider.prices.set('price_Nobody2', newPrice('price_Nobody2', { isSold: false }));
    const inactive = await organiser.request(`PATCH ${path.replace('Nobody', 'Nobody2')}`, {
      body: { add: [add] },
    });
    expect(inactive.status).toBe(409);
  });

  it('needs event:update', async () => {
    expect((await change({ remove: [] }, reader)).status).toBe(403);
  });
});

describe('a bundle', () => {
  it('names everything that it opens before the purchase, opens it, and is one purchase', async () => {
    await bundle();
    const contains = (await offerOf(second.eventId)).contains.map(
      ({ eventId }: { eventId: string }) => eventId,
    );
    expect(contains.toSorted()).toEqual([first.eventId, second.eventId].toSorted());
    const viewer = await shop.newViewer();
    await shop.pay(first.eventPriceId, viewer.email);
    expect([(await viewer.request(first.watch)).status, (await viewer.request(second.watch)).status]).toEqual(
      [200, 200],
    );
    const { body } = await viewer.request('GET /api/v1/shop/purchases');
    expect([body.total, body.data[0].items.length]).toEqual([1, 2]);
  });

  it('says which part of it the buyer has already, to them alone', async () => {
    await bundle();
    const viewer = await shop.newViewer();
    const startDate = '2026-01-01T00:00:00Z';
    await db
      .insertInto('accesses')
      .values({ userId: viewer.userId, eventId: second.eventId, blockId: null, startDate, endDate: null })
      .execute();
    expect(await offerOf(first.eventId, viewer)).toMatchObject({
      state: 'on-sale',
      held: [{ eventId: second.eventId }],
    });
    expect((await offerOf(first.eventId)).held).toEqual([]);
  });

  it('neither names nor sells a draft, also when it is published later', async () => {
    await bundle();
    await setStatus(second.eventId, 'draft');
    const { contains } = await offerOf(first.eventId);
    expect(contains.map(({ eventId }: { eventId: string }) => eventId)).toEqual([first.eventId]);
    const viewer = await shop.newViewer();
    const { orderId } = await shop.pay(first.eventPriceId, viewer.email);
    await setStatus(second.eventId, 'hidden');
    expect((await shop.accessesOf(orderId)).map(({ eventId }) => eventId)).toEqual([first.eventId]);
    const { body } = await reader.request(`GET ${itemsPath()}`);
    expect(body.data).toContainEqual(
      expect.objectContaining({ eventId: second.eventId, eventStatus: 'hidden' }),
    );
  });

  it('takes nothing from who has paid when it is taken apart', async () => {
    await bundle();
    const viewer = await shop.newViewer();
    const { orderId } = await shop.pay(first.eventPriceId, viewer.email);
    await change({ remove: [wholeSecond()] });
    expect(await shop.accessesOf(orderId)).toHaveLength(2);
  });

  describe('of which a part is deleted while somebody pays', () => {
    const admin = shop.signInAs({ scopes: ['event:read', 'event:delete', 'order:read', 'order:update'] });
    let viewer: Awaited<ReturnType<typeof shop.newViewer>>;
    let order: Awaited<ReturnType<typeof shop.openOrder>>;
    beforeEach(async () => {
      await bundle();
      viewer = await shop.newViewer();
      order = await shop.openOrder(first.eventPriceId, viewer.email);
    });
    const remove = async (path: string) => (await admin).request(`DELETE /api/v1/events/${path}`);

    it('refuses the deletion while a payment page is open or a debit is on its way, and says so before', async () => {
      const preview = await remove(`${second.eventId}?dryRun=true`);
      expect(preview.body).toMatchObject({ paidAccesses: 0, pendingPayments: 1, isRefused: true });
      const { status, body } = await remove(second.eventId);
      expect([status, body.detail]).toEqual([
        409,
        expect.stringMatching(/^1 payment for it is on the way\. /),
      ]);
      // Nobody has ordered the block alone.
      expect((await remove(`${second.eventId}/blocks/${second.blockId}`)).status).toBe(204);
      await shop.deliver(sessionEvent('completed', order, { paymentStatus: 'unpaid' }));
      expect((await remove(second.eventId)).status).toBe(409);
      await shop.deliver(sessionEvent('async_payment_failed', order));
      expect((await remove(second.eventId)).status).toBe(204);
    });

    it('does not wait for ever for a page of which the provider never told the end', async () => {
      const createdAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
      await db.updateTable('orders').set({ createdAt }).where('id', '=', order.orderId).execute();
      expect((await remove(second.eventId)).status).toBe(204);
    });

    it('opens the rest, and tells buyer and organiser what is missing and how to ask', async () => {
      await db.updateTable('settings').set({ supportEmail: 'help@example.test' }).execute();
      await db.deleteFrom('events').where('id', '=', second.eventId).execute();
      await shop.deliver(sessionEvent('completed', order));
      expect([
        (await shop.findOrder(order.orderId)).status,
        (await viewer.request(first.watch)).status,
      ]).toEqual(['paid', 200]);
      const [mail, ...more] = await shop.mailsTo(viewer.email);
      expect([mail?.kind, more]).toEqual(['receipt', []]);
      expect(mail?.text).toContain('this was deleted while you paid: Test Night. The rest is open to you');
      expect(mail?.text).toContain('write to help@example.test and name the number of your order');
      const seen = [
        (await (await admin).request(`GET /api/v1/shop/orders/${order.orderId}`)).body,
        (await viewer.request('GET /api/v1/shop/purchases')).body.data[0],
      ];
      for (const { items } of seen)
        expect(
          items
            .map((item: { eventId: string; isDeleted: boolean }) => [item.eventId, item.isDeleted])
            .toSorted(),
        ).toEqual(
          [
            [first.eventId, false],
            [second.eventId, true],
          ].toSorted(),
        );
      await (await admin).request(`POST /api/v1/shop/orders/${order.orderId}/receipt`);
      const again = (await shop.mailsTo(viewer.email)).at(-1);
      expect(again?.text).toContain('this was deleted while you paid');
    });

    it('gives everything back when nothing is left', async () => {
      await db.deleteFrom('events').where('id', 'in', [first.eventId, second.eventId]).execute();
      await shop.deliver(sessionEvent('completed', order));
      await shop.work();
      expect((await shop.findOrder(order.orderId)).status).toBe('refunded');
      expect((await shop.mailsTo(viewer.email)).map(({ kind }) => kind)).toEqual(['paid-twice']);
    });
  });
});
