/** The payment provider says no, and everybody is told why (docs/product.md, 24.24). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { ProviderRefusal } from '../../src/shop/payment-provider.ts';
import { newPromotionCode } from './fake-promotions.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, provider } = shop;
const { createCheckout, createPrice, createCoupon, createPromotionCode } = provider;
const no = (code: string, param: string | null) => async () => {
  throw new ProviderRefusal(code, { param });
};
const site = 'http://localhost:3000';
beforeEach(() => Object.assign(provider, { createCheckout, createPrice, createCoupon, createPromotionCode }));

async function buy(promotion?: string) {
  const { priceId } = await shop.newTicket();
  const email = `${randomUUID()}@example.test`;
  const body = { email, successUrl: site, cancelUrl: site, ...(promotion ? { promotion } : {}) };
  const answer = await shop.request(`POST /api/v1/shop/buy/${priceId}`, { body });
  expect(await db.selectFrom('orders').select('id').where('email', '=', email).execute()).toEqual([]);
  const { type, detail, issues } = answer.body;
  return [answer.status, type.split('/').at(-1), issues?.[0].pointer ?? detail];
}

it.each<[string, string | null, unknown[]]>([
  ['email_invalid', 'customer_email', [400, 'validation-error', '/email']],
  ['amount_too_small', null, [409, 'payment-refused', expect.stringContaining('lower than')]],
  ['amount_too_large', null, [409, 'payment-refused', expect.stringContaining('higher than')]],
  ['resource_missing', 'line_items[0][price]', [409, 'not-on-sale', expect.anything()]],
  ['idempotency_error', null, [503, 'service-unavailable', expect.anything()]],
  ['tax_settings', 'automatic_tax', [409, 'payment-refused', expect.stringContaining('Nothing was paid')]],
])('a purchase that it refuses for %s (%s) leaves no order', async (code, param, told) => {
  provider.createCheckout = no(code, param);
  expect(await buy()).toEqual(told);
});

it.each<[string, string | null, string]>([
  ['email_invalid', 'customer_email', '/email'],
  ['amount_too_small', null, '/promotion'],
  ['resource_missing', 'discounts[0][promotion_code]', '/promotion'],
])('with a code, %s of %s is told at %s', async (code, param, pointer) => {
  provider.promotionCodes.set('FIGHT', newPromotionCode('FIGHT'));
  provider.createCheckout = no(code, param);
  expect(await buy('FIGHT')).toEqual([400, 'validation-error', pointer]);
});

const newPrice = async (change: object = {}) => {
  const organiser = await shop.signInAs({ scopes: ['price:create'] });
  const body = { key: randomUUID(), name: 'Gala', unit_amount: 1499, currency: 'eur', ...change };
  const { status, body: told } = await organiser.request('POST /api/v1/shop/prices', { body });
  return [status, told.issues?.[0].pointer ?? told.detail];
};

it.each<[string, string | null, unknown]>([
  ['amount_too_large', null, '/unit_amount'],
  ['invalid-request', 'unit_amount', '/unit_amount'],
  ['invalid-request', 'currency', '/currency'],
  ['invalid-request', 'product_data[name]', '/name'],
  ['account_closed', null, 'The payment provider does not accept this price: account_closed.'],
])('a price that it refuses for %s (%s) is told at %s', async (code, param, told) => {
  provider.createPrice = no(code, param);
  expect(await newPrice()).toEqual([409, told]);
});

it('a price below the least amount is refused where it is typed, and not asked for', async () => {
  provider.createPrice = async () => expect.unreachable();
  expect(await newPrice({ unit_amount: 49 })).toEqual([400, '/unit_amount']);
  expect(await newPrice({ unit_amount: 29, currency: 'gbp' })).toEqual([400, '/unit_amount']);
  provider.createPrice = createPrice;
  expect((await newPrice({ unit_amount: 50, currency: 'jpy' }))[0]).toBe(201);
});

it.each<[string, string | null, string]>([
  ['resource_already_exists', null, '/code'],
  ['invalid-request', 'expires_at', '/expiresAt'],
  ['invalid-request', 'max_redemptions', '/maxRedemptions'],
])('a code that it refuses for %s (%s) is told at %s', async (code, param, pointer) => {
  provider.createPromotionCode = no(code, param);
  expect(await newCode()).toEqual([409, pointer]);
});

it.each<[string | null, string]>([
  [null, '/percentOff'],
  ['percent_off', '/percentOff'],
  ['name', '/name'],
])('a discount that it refuses for %s is told at %s', async (param, pointer) => {
  provider.createCoupon = no('invalid-request', param);
  expect(await newCode()).toEqual([409, pointer]);
});

async function newCode() {
  const organiser = await shop.signInAs({ scopes: ['promotion:create'] });
  const body = { key: randomUUID(), name: 'Early', percentOff: 10 };
  const { status, body: told } = await organiser.request('POST /api/v1/shop/promotion-codes', { body });
  return [status, told.issues?.[0].pointer];
}
