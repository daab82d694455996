/** What the adapter sends, and what it makes of answers, over real HTTP. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { ForeignEvent, ProviderAway, ProviderRefusal } from '../../src/shop/payment-provider.ts';
import { eventTypes } from '../../src/shop/stripe/event-types.ts';
import { createStripe } from '../../src/shop/stripe/stripe.ts';
import { refundEvent, sessionEvent, signatureOf, type TestEvent, webhookSecret } from './provider-events.ts';

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
  currency: 'eur',
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
    currency: 'eur',
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

it('leaves out the methods that take days when there is no time for them', async () => {
  answer = { status: 200, body: { id: 'cs_1', url: 'https://pay.example' } };
  await stripe.createCheckout({ ...order, isFast: true });
  const methods = Object.entries(sent[0]?.form ?? {}).filter(([name]) => name.startsWith('excluded_'));
  expect(methods.map(([, method]) => method)).toEqual(
    expect.arrayContaining(['sepa_debit', 'us_bank_account']),
  );
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

it('marks the sessions of its platform, and lists those alone (22.10)', async () => {
  const platformId = '0199a3c4-0007-7000-8000-00000000f00d';
  const settings = { secretKey: 'sk_test_0123456789', webhookSecrets: [webhookSecret], origin };
  const own = createStripe({ ...settings, platformId });
  answer = { status: 200, body: { id: 'cs_1', url: 'https://pay.example' } };
  await own.createCheckout(order);
  expect(sent[0]?.form['metadata[platformId]']).toBe(platformId);
  const session = (id: string, by: string) => ({
    id,
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    created: 1_795_000_000,
    customer_email: 'Robin@Ringside.test',
    payment_intent: 'pi_1',
    amount_total: 1499,
    currency: 'eur',
    metadata: { orderId: order.orderId, platformId: by },
    line_items: { data: [{ price: { id: 'price_1' } }] },
    success_url: 'http://localhost/back',
    cancel_url: 'http://localhost/',
  });
  const data = [session('cs_1', platformId), session('cs_2', 'another')];
  answer = { status: 200, body: { object: 'list', has_more: false, data } };
  const listed = [];
  for await (const each of own.listOwnSessions(new Date(1_794_000_000_000))) listed.push(each);
  expect(listed).toMatchObject([
    { fact: { id: 'cs_1', state: 'paid', isOwn: true }, email: 'robin@ringside.test', priceId: 'price_1' },
  ]);
  expect(decodeURIComponent(sent.at(-1)?.target ?? '')).toContain('created[gte]=1794000000');
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

const readEvent = (event: TestEvent, by = stripe) => {
  const body = JSON.stringify(event);
  return by.readEvent(body, signatureOf(body), new Date());
};
const paid = { orderId: order.orderId, sessionId: 'cs_1', intent: 'pi_1' };

it('asks for the object of an event that has another version (24.7)', async () => {
  const told = sessionEvent('completed', { ...paid, amount: 1 });
  answer = {
    status: 200,
    body: { ...told.data.object, amount_subtotal: 1499, amount_total: 1499, payment_status: 'unpaid' },
  };
  const read = await readEvent({ ...told, api_version: '2020-08-27' });
  expect(sent.map(({ target }) => decodeURIComponent(target))).toEqual([
    'GET /v1/checkout/sessions/cs_1?expand[0]=payment_intent.latest_charge',
  ]);
  expect(read).toMatchObject({
    id: told.id,
    fact: { state: 'processing', amount: 1499, subtotal: 1499 },
    versionFault: "The webhook's API version is 2020-08-27, expected 2026-10-28.endive.",
  });
  sent.length = 0;
  expect(await readEvent(told)).toMatchObject({ fact: { state: 'paid', amount: 1 } });
  expect(sent).toEqual([]);
});

it('an event of another version waits while the provider is away, and is refused when its object is not ours', async () => {
  const old = {
    ...refundEvent('created', { id: 're_1', intent: 'pi_1', amount: 1, status: 'succeeded' }),
    api_version: '2020-08-27',
  };
  answer = { status: 500, body: { error: { type: 'api_error' } } };
  await expect(readEvent(old)).rejects.toThrow(ProviderAway);
  answer = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } };
  await expect(readEvent(old)).rejects.toThrow(ForeignEvent);
});

it('asks for the objects of missed events too: a list has the version of the account', async () => {
  const old = { ...sessionEvent('completed', { ...paid, amount: 1 }), api_version: '2020-08-27' };
  answer = { status: 200, body: { ...old.data.object, object: 'list', has_more: false, data: [old] } };
  const missed = [];
  for await (const event of stripe.listMissedEvents(new Date())) missed.push(event);
  expect(missed).toMatchObject([{ id: old.id, fact: { id: 'cs_1', state: 'paid' } }]);
  expect(sent.at(-1)?.target).toContain('/v1/checkout/sessions/cs_1');
  expect(missed[0]?.versionFault).toBeUndefined();
});

it.each([
  ['sk_live_0123456789', true],
  ['rk_live_0123456789', true],
  ['rk_test_0123456789', false],
])('the key %s takes events of its mode alone', async (secretKey, livemode) => {
  const own = createStripe({ secretKey, webhookSecrets: [webhookSecret], origin });
  const event = sessionEvent('completed', paid);
  expect(await readEvent({ ...event, livemode }, own)).toMatchObject({ fact: { state: 'paid' } });
  await expect(readEvent({ ...event, livemode: !livemode }, own)).rejects.toThrow(ForeignEvent);
});

it('the operator is told to choose exactly the events that the server reads', () => {
  const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Payment provider$([\s\S]*?)^2\. /m.exec(guide) ?? [];
  const named = [...section.matchAll(/`((?:checkout|refund|charge|price|product)\.[a-z_.]+)`/g)];
  expect(named.map(([, type]) => type).toSorted()).toEqual(eventTypes.toSorted());
});
