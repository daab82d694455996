/** What the adapter sends, and what it makes of answers, over real HTTP. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { ProviderAway, ProviderRefusal } from '../../src/shop/payment-provider.ts';
import { eventTypes } from '../../src/shop/stripe/event-types.ts';
import { createStripe } from '../../src/shop/stripe/stripe.ts';
import { webhookSecret } from './provider-events.ts';

interface Sent {
  target: string;
  headers: IncomingMessage['headers'];
  form: Record<string, string>;
}

const sent: Sent[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const { method, url, headers } = request;
    sent.push({ target: `${method} ${url}`, headers, form: Object.fromEntries(new URLSearchParams(text)) });
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const stripe = createStripe({ secretKey: 'sk_test_0123456789', webhookSecrets: [webhookSecret], origin });

beforeEach(() => {
  sent.length = 0;
});

const order = {
  orderId: '0199a3c4-0007-7000-8000-0000000000d1',
  priceId: 'price_1',
  email: 'robin@ringside.test',
  successUrl: 'http://localhost/back',
  cancelUrl: 'http://localhost/',
  createdAt: '2026-11-21T20:00:00Z',
};

it('asks for a payment page with the id of the order everywhere, and never names an amount', async () => {
  answer = { status: 200, body: { id: 'cs_1', url: 'https://pay.example' } };
  expect(await stripe.createCheckout(order)).toEqual({ id: 'cs_1', url: 'https://pay.example' });
  expect(sent).toMatchObject([
    {
      target: 'POST /v1/checkout/sessions',
      headers: { 'stripe-version': '2026-10-28.endive', 'idempotency-key': `order:${order.orderId}` },
    },
  ]);
  expect(sent[0]?.headers['x-stripe-client-telemetry']).toBeUndefined();
  expect(sent[0]?.form).toEqual({
    mode: 'payment',
    'line_items[0][price]': 'price_1',
    'line_items[0][quantity]': '1',
    customer_email: order.email,
    client_reference_id: order.orderId,
    'metadata[orderId]': order.orderId,
    'payment_intent_data[metadata][orderId]': order.orderId,
    allow_promotion_codes: 'true',
    expires_at: String(Date.parse('2026-11-21T21:00:00Z') / 1_000),
    success_url: 'http://localhost/back?checkoutId={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost/',
  });
});

it('asks for the tax only where the operator wants it', async () => {
  answer = { status: 200, body: { id: 'cs_1', url: 'https://pay.example' } };
  const settings = { secretKey: 'sk_test_0123456789', webhookSecrets: [webhookSecret], origin };
  await createStripe({ ...settings, automaticTax: true }).createCheckout(order);
  await createStripe({ ...settings, automaticTax: false }).createCheckout(order);
  expect(sent.map(({ form }) => form['automatic_tax[enabled]'])).toEqual(['true', undefined]);
});

it.each([
  [400, { type: 'invalid_request_error', code: 'price_inactive' }, ProviderRefusal],
  [401, { type: 'invalid_request_error' }, ProviderAway],
  [400, { type: 'idempotency_error' }, ProviderRefusal],
  [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, ProviderAway],
  [429, { type: 'invalid_request_error', code: 'rate_limit' }, ProviderAway],
  [500, { type: 'api_error' }, ProviderAway],
])('a %s of %o is a %o', async (status, error, kind) => {
  answer = { status, body: { error } };
  await expect(stripe.createCheckout(order)).rejects.toThrow(kind);
});

it('knows that a price does not exist', async () => {
  answer = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } };
  expect(await stripe.findPrice('price_x')).toBeUndefined();
});

it.each([
  [{}, true],
  [{ active: false }, false],
  [{ type: 'recurring' }, false],
  [{ product: { id: 'prod_1', active: false, name: 'Gala' } }, false],
  [{ product: { id: 'prod_1', deleted: true } }, false],
])('sells a price with %o: %s', async (change, isSold) => {
  const product = { id: 'prod_1', active: true, name: 'Gala' };
  const price = {
    id: 'price_1',
    active: true,
    type: 'one_time',
    unit_amount: 1_499,
    currency: 'eur',
    created: 1,
  };
  answer = { status: 200, body: { ...price, product, ...change } };
  expect(await stripe.findPrice('price_1')).toMatchObject({ amount: 1_499, isSold });
});

it('reads a whole amount only', async () => {
  answer = { status: 200, body: { id: 'price_1', unit_amount: null, product: 'prod_1' } };
  expect(await stripe.findPrice('price_1')).toBeUndefined();
});

it('makes a coupon and a code for one payment, and knows them again', async () => {
  answer = { status: 200, body: { id: 'made' } };
  await stripe.createCoupon({ id: 'ours', name: 'n'.repeat(50), off: { amount: 500, currency: 'eur' } });
  await stripe.createCoupon({ id: 'half', name: 'Half', off: { percent: 50 } });
  const expiresAt = new Date('2026-12-24T18:00:00.900Z');
  await stripe.createPromotionCode({
    key: 'k1',
    couponId: 'ours',
    code: 'A-1',
    maxRedemptions: 1,
    expiresAt,
  });
  expect(sent.map(({ target, headers, form }) => [target, headers['idempotency-key'], form])).toEqual([
    [
      'POST /v1/coupons',
      'coupon:ours',
      { id: 'ours', name: 'n'.repeat(40), duration: 'once', amount_off: '500', currency: 'eur' },
    ],
    ['POST /v1/coupons', 'coupon:half', { id: 'half', name: 'Half', duration: 'once', percent_off: '50' }],
    [
      'POST /v1/promotion_codes',
      'promotion-code:k1',
      {
        'promotion[type]': 'coupon',
        'promotion[coupon]': 'ours',
        code: 'A-1',
        'metadata[key]': 'k1',
        max_redemptions: '1',
        expires_at: String(Date.parse('2026-12-24T18:00:00Z') / 1_000),
      },
    ],
  ]);
  answer = { status: 200, body: { object: 'list', data: [{ code: 'A-1', metadata: { key: 'k1' } }] } };
  expect(await stripe.findPromotionCode('A-1')).toEqual({ code: 'A-1', key: 'k1' });
  answer = { status: 200, body: { object: 'list', data: [] } };
  expect(await stripe.findPromotionCode('A-2')).toBeUndefined();
  answer = {
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'resource_already_exists' } },
  };
  await stripe.createCoupon({ id: 'ours', name: 'Again', off: { percent: 50 } });
  await expect(stripe.createPromotionCode({ key: 'k2', couponId: 'ours', code: 'A-1' })).rejects.toThrow(
    ProviderRefusal,
  );
});

it('is silent for a payment page that the provider forgot', async () => {
  answer = { status: 200, body: { id: 'cs_1', status: 'open', metadata: { orderId: 'their-order' } } };
  expect(await stripe.readOrder('cs_1')).toEqual([]);
});

it.each([
  [{ status: 'open', payment_status: 'unpaid' }, 'open'],
  [{ status: 'expired', payment_status: 'unpaid' }, 'expired'],
  [{ status: 'complete', payment_status: 'no_payment_required' }, 'paid'],
  [{ status: 'complete', payment_status: 'unpaid' }, 'processing'],
])('reads the session %o as %s', async (fields, state) => {
  const metadata = { orderId: order.orderId };
  const session = { id: 'cs_1', metadata, payment_intent: null, amount_total: 0 };
  answer = { status: 200, body: { ...session, ...fields } };
  expect(await stripe.readOrder('cs_1')).toMatchObject([
    { state, orderId: order.orderId, paymentIntent: null },
  ]);
});

it('the operator is told to choose exactly the events that the server reads', () => {
  const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Payment provider$([\s\S]*?)^2\. /m.exec(guide) ?? [];
  const named = [...section.matchAll(/`((?:checkout|refund|charge|price|product)\.[a-z_.]+)`/g)];
  expect(named.map(([, type]) => type).toSorted()).toEqual(eventTypes.toSorted());
});
