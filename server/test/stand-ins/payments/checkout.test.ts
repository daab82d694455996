/**
 * Checkout sessions through the real SDK: created, read, listed, expired.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { buy, refusalOf, sessionOf, startProvider } from './provider.ts';

const provider = await startProvider();
const { stripe, control, standIn } = provider;

describe('a checkout session', () => {
  it('takes the amount from the price, and has a payment page', async () => {
    const session = await stripe.checkout.sessions.create(
      sessionOf({
        client_reference_id: 'order-1',
        metadata: { order: '1' },
        payment_intent_data: { metadata: { order: '1' } },
        allow_promotion_codes: true,
      }),
    );
    expect(session).toMatchObject({
      amount_total: 1_499,
      currency: 'eur',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: 'order-1',
      metadata: { order: '1' },
    });
    expect(session.url).toBe(`${standIn.origin}/pay/${session.id}`);
    expect(session).not.toHaveProperty('line_items');
  });

  it('counts quantities, and knows currencies without decimals', async () => {
    const session = await stripe.checkout.sessions.create(
      sessionOf({ line_items: [{ price: 'price_tokyo', quantity: 3 }] }),
    );
    expect(session).toMatchObject({ amount_total: 4_500, currency: 'jpy' });
  });

  it('shows its line items, expanded or listed', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf());
    const { line_items } = await stripe.checkout.sessions.retrieve(id, {
      expand: ['line_items.data.price.product'],
    });
    const listed = await stripe.checkout.sessions.listLineItems(id);
    expect(line_items?.data[0]).toMatchObject({ amount_total: 1_499, description: 'Fight night' });
    expect(line_items?.data[0]?.price?.product).toMatchObject({ id: 'prod_night', name: 'Fight night' });
    expect(listed.data[0]).toMatchObject({ quantity: 1, price: { id: 'price_night' } });
  });

  it('is found by its payment, with the receipt two levels down', async () => {
    const { id, payment_intent } = await buy(provider);
    const found = await stripe.checkout.sessions.list({ payment_intent });
    expect(found.data.map((session) => session.id)).toEqual([id]);
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
    expect(session.payment_intent).toMatchObject({
      status: 'succeeded',
      latest_charge: { paid: true, receipt_url: expect.stringContaining('/receipts/ch_') },
    });
  });

  it('is expired once, and never after it was paid', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf());
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    expect((await refusalOf(stripe.checkout.sessions.expire(id))).statusCode).toBe(400);
    expect(control.pay(id)).toEqual({ kind: 'closed' });
    const paid = await buy(provider);
    expect((await refusalOf(stripe.checkout.sessions.expire(paid.id))).message).toContain('`complete`');
  });

  it('expires by itself when its time is over', async () => {
    let at = new Date();
    const timed = await startProvider({ now: () => at });
    const expires_at = Math.floor(at.getTime() / 1_000) + 31 * 60;
    const { id } = await timed.stripe.checkout.sessions.create(sessionOf({ expires_at }));
    timed.control.pay(id, { method: 'card-declined' });
    at = new Date(at.getTime() + 30 * 60_000);
    expect((await timed.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    at = new Date(at.getTime() + 60_000);
    const expand = ['payment_intent'];
    const session = await timed.stripe.checkout.sessions.retrieve(id, { expand });
    expect(session).toMatchObject({ status: 'expired', url: null, payment_intent: { status: 'canceled' } });
    await timed.control.eventsSettled();
    expect(timed.shop.types()).toEqual(['checkout.session.expired']);
  });

  it('is complete without a payment when there is nothing to pay', async () => {
    const { id } = await stripe.checkout.sessions.create(
      sessionOf({ line_items: [{ price: 'price_free', quantity: 1 }] }),
    );
    control.pay(id);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
    });
  });

  it('pages its list from the newest on', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.unshift((await stripe.checkout.sessions.create(sessionOf())).id);
    const first = await stripe.checkout.sessions.list({ limit: 2 });
    const second = await stripe.checkout.sessions.list({ limit: 2, starting_after: String(ids[1]) });
    expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
    expect(second.data[0]?.id).toBe(ids[2]);
  });
});

describe('a refused session', () => {
  const at = Math.floor(Date.now() / 1_000);
  it.each([
    [
      'an unknown price',
      { line_items: [{ price: 'price_none', quantity: 1 }] },
      'line_items[0][price]',
      'resource_missing',
    ],
    ['no line items', { line_items: [] }, 'line_items', 'parameter_missing'],
    [
      'no quantity',
      { line_items: [{ price: 'price_night' }] },
      'line_items[0][quantity]',
      'parameter_missing',
    ],
    ['no success address', { success_url: '' }, 'success_url', 'parameter_missing'],
    ['an address that is none', { cancel_url: 'javascript:alert(1)' }, 'cancel_url', 'url_invalid'],
    ['a bad e-mail address', { customer_email: 'nobody' }, 'customer_email', 'email_invalid'],
    ['an end in 29 minutes', { expires_at: at + 29 * 60 }, 'expires_at', undefined],
    ['an end in 25 hours', { expires_at: at + 25 * 3_600 }, 'expires_at', undefined],
    [
      'a parameter that is gone',
      { payment_method_types: ['card'] },
      'payment_method_types',
      'parameter_unknown',
    ],
    [
      'a coupon that there is not',
      { discounts: [{ coupon: 'none' }] },
      'discounts[0][coupon]',
      'resource_missing',
    ],
  ])('has %s', async (_name, values: object, param, code) => {
    const error = await refusalOf(stripe.checkout.sessions.create(sessionOf(values)));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
    expect(error.code).toBe(code);
  });

  it('has an inactive price', async () => {
    const price = await stripe.prices.create({
      currency: 'eur',
      unit_amount: 900,
      product_data: { name: 'Old' },
    });
    await stripe.prices.update(price.id, { active: false });
    const items = [{ price: price.id, quantity: 1 }];
    const error = await refusalOf(stripe.checkout.sessions.create(sessionOf({ line_items: items })));
    expect(error.message).toContain('inactive');
  });

  it('has two currencies', async () => {
    const items = [
      { price: 'price_night', quantity: 1 },
      { price: 'price_tokyo', quantity: 1 },
    ];
    const error = await refusalOf(stripe.checkout.sessions.create(sessionOf({ line_items: items })));
    expect(error.param).toBe('line_items');
  });

  it('does not exist', async () => {
    const error = await refusalOf(stripe.checkout.sessions.retrieve('cs_test_none'));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    expect((await refusalOf(stripe.checkout.sessions.retrieve('__proto__'))).statusCode).toBe(404);
  });
});
