/**
 * Every object of the stand-in against the types of the SDK, in every state that the stand-in can give it.
 *
 * @engine one
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buy, sessionOf, startProvider } from './provider.ts';
import { faultsOf } from './referee.ts';

const provider = await startProvider();
const { stripe, control, shop } = provider;

describe('the referee', () => {
  it('was made from the version of the SDK that we use', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../node_modules/stripe/package.json', import.meta.url), 'utf8'),
    );
    const schema = readFileSync(new URL('generated/provider-schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(schema).$comment).toBe(`stripe ${version}`);
  });

  it('sees an unknown field, a missing field, a wrong status and a wrong type', async () => {
    const session = JSON.parse(JSON.stringify(await stripe.checkout.sessions.create(sessionOf())));
    expect(faultsOf(session)).toEqual([]);
    const { currency: _, ...without } = session;
    for (const wrong of [
      { ...session, coupon: null },
      without,
      { ...session, status: 'done' },
      { ...session, amount_total: '14.99' },
    ])
      expect(faultsOf(wrong)).not.toEqual([]);
    expect(faultsOf({ object: 'something' })).not.toEqual([]);
  });
});

describe('what the stand-in answers', () => {
  beforeAll(async () => {
    for (const method of [
      'card-ok',
      'card-declined',
      'card-asks',
      'card-disputed',
      'debit-arrives',
      'debit-fails',
    ] as const) {
      const { id } = await stripe.checkout.sessions.create(
        sessionOf({
          allow_promotion_codes: true,
          automatic_tax: { enabled: true },
          custom_text: { submit: { message: 'No refunds after the first bell.' } },
        }),
      );
      control.pay(id, { method });
      if (method === 'card-declined') control.expire(id);
      if (method === 'debit-arrives') control.settle(id, true);
      if (method === 'debit-fails') control.settle(id, false);
    }
    control.createCode('TEN', { percentOff: 10, maxRedemptions: 2 });
    const { id } = await stripe.checkout.sessions.create(sessionOf({ allow_promotion_codes: true }));
    control.applyCode(id, 'ten');
    control.pay(id);
    control.expire((await stripe.checkout.sessions.create(sessionOf())).id);
    const refunded = await buy(provider);
    await stripe.refunds.create({
      payment_intent: refunded.payment_intent,
      amount: 500,
      reason: 'duplicate',
    });
    control.letRefunds('stay-pending');
    const later = await stripe.refunds.create({ payment_intent: refunded.payment_intent });
    control.settleRefund(later.id, false);
    const inquiry = control.dispute((await buy(provider)).payment_intent, { isInquiry: true });
    control.respond(inquiry.id);
    control.escalate(inquiry.id);
    control.lose(inquiry.id);
    const won = control.dispute((await buy(provider)).payment_intent);
    control.win(won.id);
    await stripe.products.create({
      name: 'Season',
      default_price_data: { currency: 'eur', unit_amount: 9_900 },
    });
    const monthly = await stripe.prices.create({
      currency: 'eur',
      unit_amount: 900,
      recurring: { interval: 'month' },
      product_data: { name: 'Monthly' },
    });
    await stripe.prices.update(monthly.id, { active: false });
    await stripe.products.update('prod_night', { name: 'Fight night 8' });
    await control.eventsSettled();
  });

  it.each([
    [
      'sessions',
      () =>
        stripe.checkout.sessions.list({
          limit: 100,
          expand: ['data.payment_intent.latest_charge', 'data.line_items'],
        }),
      12,
    ],
    ['payment intents', () => stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] }), 10],
    ['refunds', () => stripe.refunds.list({ limit: 100, expand: ['data.charge', 'data.payment_intent'] }), 2],
    ['disputes', () => stripe.disputes.list({ limit: 100 }), 3],
    ['products', () => stripe.products.list({ limit: 100, expand: ['data.default_price'] }), 5],
    ['prices', () => stripe.prices.list({ limit: 100, expand: ['data.product'] }), 5],
    ['coupons', () => stripe.coupons.list({ limit: 100 }), 1],
    [
      'promotion codes',
      () => stripe.promotionCodes.list({ limit: 100, expand: ['data.promotion.coupon'] }),
      1,
    ],
  ])('has the right shape: %s', async (_name, list, count) => {
    const { data } = await list();
    expect(data.length).toBe(count);
  });

  it('has the right shape: events of every type', async () => {
    const { data } = await stripe.events.list({ limit: 100 });
    const types = new Set(data.map(({ type }) => type));
    expect([...types].toSorted()).toEqual(everyType);
    expect(new Set(shop.types())).toEqual(new Set(everyType.filter((type) => delivered.test(type))));
  });
});

const delivered = /^(checkout|refund|charge\.dispute|price\.updated|product\.updated)/;
const everyType = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.pending',
  'charge.refunded',
  'charge.succeeded',
  'charge.updated',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'coupon.created',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'price.created',
  'price.updated',
  'product.created',
  'product.updated',
  'promotion_code.created',
  'refund.created',
  'refund.failed',
  'refund.updated',
];
