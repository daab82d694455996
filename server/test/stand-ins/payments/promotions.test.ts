/**
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusalOf, sessionOf, startProvider } from './provider.ts';

const { control, stripe } = await startProvider();
const expand = ['promotion.coupon.applies_to', 'promotion.coupon.currency_options'];

async function newCode(coupon: object, code: object = {}) {
  const { id } = await stripe.coupons.create({ name: 'Test', duration: 'once', ...coupon });
  return stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: id },
    code: `T${randomUUID().slice(0, 8)}`,
    expand,
    ...code,
  });
}
const open = (values: object = {}) => stripe.checkout.sessions.create(sessionOf({ ...values }));
const withCode = (id: string, values: object = {}) =>
  open({ allow_promotion_codes: undefined, discounts: [{ promotion_code: id }], ...values });

describe('a coupon', () => {
  it('shows its products and currencies only when it is asked to', async () => {
    const products = ['prod_night'];
    const code = await newCode({
      amount_off: 500,
      currency: 'eur',
      currency_options: { jpy: { amount_off: 700 } },
      applies_to: { products },
    });
    expect(code.promotion.coupon).toMatchObject({
      applies_to: { products },
      currency_options: { eur: { amount_off: 500 }, jpy: { amount_off: 700 } },
    });
    const alone = await stripe.promotionCodes.retrieve(code.id, { expand: ['promotion.coupon'] });
    expect(alone.promotion.coupon).not.toHaveProperty('applies_to');
  });

  it('takes off the amount of the currency, and at most everything', async () => {
    const code = await newCode({
      amount_off: 500,
      currency: 'eur',
      currency_options: { jpy: { amount_off: 70_000 } },
    });
    expect((await withCode(code.id)).amount_total).toBe(999);
    const tokyo = { line_items: [{ price: 'price_tokyo', quantity: 1 }] };
    expect((await withCode(code.id, tokyo)).amount_total).toBe(0);
  });

  it('is refused for a product of its own, an unknown one, and currencies without an amount', async () => {
    const code = await newCode({ percent_off: 50, applies_to: { products: ['prod_tokyo'] } });
    expect((await refusalOf(withCode(code.id))).message).toMatch(/not for this/);
    const unknown = newCode({ percent_off: 50, applies_to: { products: ['prod_none'] } });
    expect((await refusalOf(unknown)).code).toBe('resource_missing');
    const options = { percent_off: 50, currency_options: { jpy: { amount_off: 1 } } };
    expect((await refusalOf(newCode(options))).param).toBe('currency_options');
  });
});

describe('a promotion code', () => {
  it('is used up by the first of two buyers, also when both pages were open', async () => {
    const code = await newCode({ percent_off: 100 }, { max_redemptions: 1 });
    const [first, second] = [await withCode(code.id), await withCode(code.id)];
    expect(control.pay(first.id)).toMatchObject({ kind: 'done' });
    expect(control.pay(second.id)).toMatchObject({ kind: 'refused', message: 'This code is used up.' });
    expect(await stripe.checkout.sessions.retrieve(first.id)).toMatchObject({
      payment_status: 'no_payment_required',
      amount_total: 0,
      total_details: { amount_discount: 1_499 },
      discounts: [{ promotion_code: code.id }],
    });
  });

  it('that was switched off while its page was open is refused, and can be switched on again', async () => {
    const code = await newCode({ percent_off: 10 });
    const session = await withCode(code.id);
    await stripe.promotionCodes.update(code.id, { active: false });
    expect(control.pay(session.id)).toMatchObject({ kind: 'refused' });
    await stripe.promotionCodes.update(code.id, { active: true });
    expect(control.pay(session.id)).toMatchObject({ kind: 'done' });
  });

  it('that is used up stays switched off', async () => {
    const code = await newCode({ percent_off: 10 }, { max_redemptions: 1 });
    control.pay((await withCode(code.id)).id);
    const again = stripe.promotionCodes.update(code.id, { active: true });
    expect((await refusalOf(again)).param).toBe('active');
  });

  it('for the first purchase is refused for an address that has paid', async () => {
    const code = await newCode({ percent_off: 10 }, { restrictions: { first_time_transaction: true } });
    const buyer = { customer_email: `${randomUUID()}@example.test` };
    control.pay((await withCode(code.id, buyer)).id);
    expect((await refusalOf(withCode(code.id, buyer))).message).toMatch(/first purchase/);
  });
});
