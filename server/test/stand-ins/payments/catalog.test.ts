/**
 * Products, prices, coupons and promotion codes through the real SDK.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { refusalOf, sessionOf, startProvider } from './provider.ts';

const { stripe, control } = await startProvider();

describe('a price', () => {
  it('is in the catalogue, with its product', async () => {
    const price = await stripe.prices.retrieve('price_tokyo', { expand: ['product'] });
    expect(price).toMatchObject({ unit_amount: 1_500, currency: 'jpy', type: 'one_time', active: true });
    expect(price.product).toMatchObject({ name: 'Tokyo night', default_price: 'price_tokyo' });
    expect(String(price.unit_amount_decimal)).toBe('1500');
  });

  it('is created with its product, and can be bought', async () => {
    const price = await stripe.prices.create({
      currency: 'EUR',
      unit_amount: 2_500,
      product_data: { name: 'Gala' },
      metadata: { event: '1' },
    });
    expect(price).toMatchObject({ currency: 'eur', metadata: { event: '1' } });
    const items = [{ price: price.id, quantity: 1 }];
    const session = await stripe.checkout.sessions.create(sessionOf({ line_items: items }));
    expect(session.amount_total).toBe(2_500);
  });

  it('never changes its amount; switched off, it says so', async () => {
    const change = stripe.prices.update('price_night', { unit_amount: 1 } as object);
    expect((await refusalOf(change)).code).toBe('parameter_unknown');
    await stripe.prices.update('price_free', { active: false });
    const [event] = control.events('price.updated').slice(-1);
    expect(event?.data).toMatchObject({ object: { active: false }, previous_attributes: { active: true } });
    const active = await stripe.prices.list({ active: true, type: 'one_time', limit: 100 });
    expect(active.data.map(({ id }) => id)).not.toContain('price_free');
    expect((await stripe.prices.list({ active: false })).data.map(({ id }) => id)).toEqual(['price_free']);
  });

  it.each([
    [{ currency: 'eur', unit_amount: -1, product: 'prod_night' }, 'unit_amount'],
    [{ currency: 'eur', product: 'prod_night' }, 'unit_amount'],
    [{ currency: 'euros', unit_amount: 1, product: 'prod_night' }, 'currency'],
    [{ currency: 'eur', unit_amount: 1 }, 'product'],
    [{ currency: 'eur', unit_amount: 1, product: 'prod_none' }, 'product'],
  ])('is refused: %o', async (params, param) => {
    const before = (await stripe.products.list({ limit: 100 })).data.length;
    expect((await refusalOf(stripe.prices.create(params))).param).toBe(param);
    expect((await stripe.products.list({ limit: 100 })).data.length).toBe(before);
  });

  it('is found by all pages of its list', async () => {
    for (let i = 0; i < 12; i += 1)
      await stripe.prices.create({ currency: 'usd', unit_amount: 100 + i, product: 'prod_night' });
    const all = await stripe.prices.list({ currency: 'usd', limit: 5 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ unit_amount }) => unit_amount)).toEqual(Array.from({ length: 12 }, (_, i) => 111 - i));
  });
});

describe('a promotion code', () => {
  it('takes a fixed amount off, in its currency only', async () => {
    const coupon = await stripe.coupons.create({
      amount_off: 500,
      currency: 'eur',
      duration: 'once',
      name: 'Credit',
    });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'CREDIT-1',
      max_redemptions: 1,
      metadata: { compensation: '7' },
    });
    expect(code).toMatchObject({
      promotion: { coupon: coupon.id },
      active: true,
      metadata: { compensation: '7' },
    });
    expect((await stripe.promotionCodes.list({ code: 'CREDIT-1' })).data).toMatchObject([{ id: code.id }]);
    const euros = await stripe.checkout.sessions.create(
      sessionOf({ discounts: [{ promotion_code: code.id }] }),
    );
    expect(euros).toMatchObject({
      amount_total: 999,
      discounts: [{ coupon: coupon.id, promotion_code: code.id }],
    });
    const items = [{ price: 'price_tokyo', quantity: 1 }];
    const yen = sessionOf({ line_items: items, discounts: [{ promotion_code: code.id }] });
    expect((await refusalOf(stripe.checkout.sessions.create(yen))).param).toBe('discounts');
  });

  it('never makes a price negative', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 9_999, currency: 'eur' });
    const session = await stripe.checkout.sessions.create(sessionOf({ discounts: [{ coupon: coupon.id }] }));
    expect(session).toMatchObject({ amount_total: 0, total_details: { amount_discount: 1_499 } });
  });

  it('exists once, and not beside a field for codes', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 25, id: 'QUARTER' });
    const values = { promotion: { type: 'coupon' as const, coupon: coupon.id }, code: 'QUARTER' };
    const { id } = await stripe.promotionCodes.create(values);
    expect((await refusalOf(stripe.promotionCodes.create(values))).message).toContain('already exists');
    expect((await refusalOf(stripe.coupons.create({ percent_off: 5, id: 'QUARTER' }))).code).toBe(
      'resource_already_exists',
    );
    const both = sessionOf({ allow_promotion_codes: true, discounts: [{ coupon: coupon.id }] });
    expect((await refusalOf(stripe.checkout.sessions.create(both))).message).toContain('only specify one');
    await stripe.promotionCodes.update(id, { active: false });
    expect((await stripe.promotionCodes.create(values)).active).toBe(true);
  });
});
