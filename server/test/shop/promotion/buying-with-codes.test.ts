/** A link carries a promotion code: attacks, and what becomes of the money. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PromotionCode } from '../../../src/shop/payment-provider.ts';
import type { Device } from '../../harness.ts';
import { newPromotionCode } from '../fake-promotions.ts';
import { newPrice } from '../fake-provider.ts';
import { sessionEvent } from '../provider-events.ts';
import { startShop } from '../shop.ts';

const shop = await startShop();
const { provider, db } = shop;
const site = 'http://localhost:3000';
const newEmail = () => `${randomUUID()}@example.test`;
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
beforeEach(async () => {
  provider.isAway = false;
  provider.promotionCodes.clear();
  await db.deleteFrom('attemptCounters').execute();
  ticket = await shop.newTicket();
});
const addCode = (code: string, change: Partial<PromotionCode> = {}) => {
  provider.promotionCodes.set(code, newPromotionCode(code, change));
  return `promo_${code}`;
};
const buy = (promotion: string | undefined, email = newEmail(), as: Pick<Device, 'request'> = shop) =>
  as.request(`POST /api/v1/shop/buy/${ticket.priceId}`, {
    body: { email, successUrl: `${site}/back`, cancelUrl: site, ...(promotion ? { promotion } : {}) },
  });
const checkouts = () => [...provider.checkouts.values()];
const refusal = {
  status: 400,
  issues: [{ pointer: '/promotion', detail: 'This code cannot be used for this purchase.' }],
};

describe('a link with a promotion code', () => {
  it('opens a payment page with the code applied, also in small letters', async () => {
    const id = addCode('FIGHT');
    const email = newEmail();
    expect((await buy('fight', email)).status).toBe(200);
    expect(checkouts().at(-1)).toMatchObject({ email, promotionCodeId: id });
  });

  it('opens another page than without the code, and the same one when it is repeated', async () => {
    const email = newEmail();
    addCode('FIGHT');
    const viewer = await shop.newViewer();
    const plain = await buy(undefined, viewer.email, viewer);
    const reduced = await buy('FIGHT', viewer.email, viewer);
    const again = await buy('FIGHT', viewer.email, viewer);
    expect(reduced.body.redirectUrl).not.toBe(plain.body.redirectUrl);
    expect(again.body.redirectUrl).toBe(reduced.body.redirectUrl);
    expect(checkouts().filter((checkout) => checkout.email === email)).toEqual([]);
  });

  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  it.each<[string, Partial<PromotionCode> | null]>([
    ['does not exist', null],
    ['is switched off', { isActive: false }],
    ['has expired, although the provider calls it active', { expiresAt: hourAgo }],
    ['is used up, although the provider calls it active', { maxRedemptions: 3, redemptions: 3 }],
    ['is of another product', { productIds: ['prod_other'] }],
    ['is of another currency', { percentOff: null, amountsOff: [{ amount: 100, currency: 'usd' }] }],
    ['needs a higher amount', { minimum: { amount: 1_500, currency: 'eur' } }],
    ['is for a first purchase, and the buyer is not signed in', { isFirstPurchaseOnly: true }],
  ])('whose code %s is refused with one and the same answer, and makes no order', async (_name, change) => {
    if (change) addCode('WRONG', change);
    const email = newEmail();
    const { status, body } = await buy('WRONG', email);
    expect({ status, issues: body.issues }).toMatchObject(refusal);
    expect(await db.selectFrom('orders').select('id').where('email', '=', email).execute()).toEqual([]);
  });

  it('is refused for a first purchase also to an account that has not confirmed the address', async () => {
    addCode('FIRST', { isFirstPurchaseOnly: true });
    const stranger = await shop.newViewer({ confirmed: false });
    expect((await buy('FIRST', stranger.email, stranger)).status).toBe(400);
    const owner = await shop.newViewer();
    expect((await buy('FIRST', owner.email, owner)).status).toBe(200);
    expect((await buy('FIRST', newEmail(), owner)).status).toBe(400);
  });

  it.each([['<script>alert(1)</script>'], ["' or 1=1 --"], ['ÄÖÜ'], ['%00'], [' ']])(
    'is refused with %j, and the provider is not asked',
    async (text) => {
      provider.calls.length = 0;
      const { status, body } = await buy(text);
      expect([status, body.issues[0].pointer]).toEqual([400, '/promotion']);
      expect(provider.calls).not.toContain('findActiveCode');
    },
  );

  it('is a 400 with 20 KB of text', async () => {
    expect((await buy('A'.repeat(20_000))).status).toBe(400);
  });

  it('is a 503 while the provider is away, without an order', async () => {
    addCode('FIGHT');
    provider.prices.set(ticket.priceId, newPrice(ticket.priceId));
    await shop.request(`GET /api/v1/shop/prices/${ticket.priceId}`);
    provider.isAway = true;
    expect((await buy('FIGHT')).status).toBe(503);
  });

  it('whose code the provider refuses at the last moment is refused on its field, then works without it', async () => {
    addCode('FIGHT');
    const { createCheckout } = provider;
    provider.createCheckout = async (order) => {
      if (order.promotionCodeId === undefined) return createCheckout(order);
      const { ProviderRefusal } = await import('../../../src/shop/payment-provider.ts');
      throw new ProviderRefusal('discounts');
    };
    const viewer = await shop.newViewer();
    const { status, body } = await buy('FIGHT', viewer.email, viewer);
    const orders = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('email', '=', viewer.email)
      .execute();
    const without = await buy(undefined, viewer.email, viewer);
    provider.createCheckout = createCheckout;
    expect({ status, issues: body.issues }).toMatchObject(refusal);
    expect(orders).toEqual([]);
    expect(without.status).toBe(200);
  });

  it('whose code is refused in one tab and accepted in the other gives no page without an order', async () => {
    addCode('FIGHT');
    const { createCheckout } = provider;
    const { ProviderRefusal } = await import('../../../src/shop/payment-provider.ts');
    const refused = Promise.withResolvers<void>();
    let calls = 0;
    provider.createCheckout = async (order) => {
      calls += 1;
      if (calls === 1) {
        await expect.poll(() => calls).toBe(2);
        throw new ProviderRefusal('discounts');
      }
      await refused.promise;
      return createCheckout(order);
    };
    const viewer = await shop.newViewer();
    const tabs = [buy('FIGHT', viewer.email, viewer), buy('FIGHT', viewer.email, viewer)];
    const first = await Promise.race(tabs);
    refused.resolve();
    const answers = await Promise.all(tabs);
    provider.createCheckout = createCheckout;
    expect(first.status).toBe(400);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 503]);
    expect((await buy('FIGHT', viewer.email, viewer)).status).toBe(200);
  });
});

describe('guessing', () => {
  it('with sixty calls at once gets at most forty answers, then has to wait', async () => {
    const statuses = (await Promise.all(Array.from({ length: 60 }, (_, index) => buy(`GUESS${index}`)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(41);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(19);
    expect((await buy(undefined)).status).toBe(200);
  });

  it('does not count who uses a right code: a venue follows one link', async () => {
    addCode('FIGHT');
    for (let turn = 0; turn < 3; turn += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => buy('FIGHT')));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    }
  });

  it('does not count the code of a campaign link, however many follow it at once', async () => {
    addCode('CAMPAIGN');
    const organiser = await shop.signInAs({ scopes: ['promotion:read'] });
    expect((await organiser.request('GET /api/v1/shop/promotion-codes')).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => buy(index % 2 ? 'CAMPAIGN' : 'campaign')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
  });

  it('asks the provider no more for a page that is open already', async () => {
    addCode('AGAIN');
    const viewer = await shop.newViewer();
    const { findActiveCode } = provider;
    let asked = 0;
    provider.findActiveCode = (code) => {
      asked++;
      return findActiveCode(code);
    };
    const answers = [];
    for (const code of ['AGAIN', 'again', 'AGAIN']) answers.push(await buy(code, viewer.email, viewer));
    expect((await buy('OTHER', viewer.email, viewer)).status).toBe(400);
    provider.findActiveCode = findActiveCode;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(asked).toBe(2);
  });
});

describe('an order with a promotion code', () => {
  async function pay({ amount, discount, code }: { amount: number; discount: number; code: string | null }) {
    const viewer = await shop.newViewer();
    const order = await shop.openOrder(ticket.priceId, viewer.email);
    const intent = amount === 0 ? null : order.intent;
    const event = sessionEvent(
      'completed',
      { ...order, amount, intent },
      { paymentStatus: amount === 0 ? 'no_payment_required' : 'paid' },
    );
    Object.assign(event.data.object, {
      total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
      discounts: code === null ? [] : [{ coupon: 'x', promotion_code: code }],
    });
    await shop.deliver(event);
    return { ...order, viewer };
  }

  it('stores what was paid, what was taken off and the code, and learns a code that was typed at the provider', async () => {
    const id = addCode('TYPED');
    const organiser = await shop.signInAs({ scopes: ['order:read'] });
    const { orderId, viewer } = await pay({ amount: 1_000, discount: 499, code: id });
    expect(await shop.findOrder(orderId)).toMatchObject({
      amount: 1_000,
      discount: 499,
      promotionCodeId: id,
    });
    await expect
      .poll(async () => (await organiser.request(`GET /api/v1/shop/orders/${orderId}`)).body)
      .toMatchObject({ amount: 1_000, discount: 499, promotionCode: 'TYPED' });
    const filter = encodeURIComponent(JSON.stringify({ promotionCode: { eq: 'TYPED' } }));
    expect((await organiser.request(`GET /api/v1/shop/orders?filter=${filter}`)).body.total).toBe(1);
    const csv = (await organiser.request(`GET /api/v1/shop/orders/export?filter=${filter}`)).body;
    expect(csv).toContain(',10.00,4.99,0.00,0.00,eur,');
    expect(csv).toContain(',TYPED,0.00,0.00\r\n');
    expect((await viewer.request('GET /api/v1/shop/purchases')).body.data).toMatchObject([
      { amount: 1_000, discount: 499 },
    ]);
    const text = (await shop.mailsTo(viewer.email))[0]?.text;
    expect(text).toContain('You have paid EUR 10.00');
    expect(text).toContain('Your promotion code took off EUR 4.99.');
  });

  it('of 100 percent is free, opens the access, and says so in its mail', async () => {
    const { orderId, viewer } = await pay({ amount: 0, discount: 1_499, code: 'promo_FREE' });
    expect(await shop.accessesOf(orderId)).toHaveLength(1);
    expect((await viewer.request(ticket.watch)).status).toBe(200);
    expect((await shop.mailsTo(viewer.email))[0]?.text).toContain('You had nothing to pay');
    expect(await shop.findOrder(orderId)).toMatchObject({ status: 'paid', amount: 0, paymentIntent: null });
  });

  it('counts in the sales with what it took off', async () => {
    const organiser = await shop.signInAs({ scopes: ['order:read'] });
    await pay({ amount: 1_000, discount: 499, code: 'promo_X' });
    await pay({ amount: 0, discount: 1_499, code: 'promo_X' });
    await pay({ amount: 1_499, discount: 0, code: null });
    const { body } = await organiser.request(`GET /api/v1/shop/sales?eventId=${ticket.eventId}`);
    expect(body.currencies).toMatchObject([
      {
        revenue: 2_499,
        discounted: 1_998,
        orders: 3,
        days: [{ revenue: 2_499, discounted: 1_998, orders: 3 }],
      },
    ]);
  });
});
