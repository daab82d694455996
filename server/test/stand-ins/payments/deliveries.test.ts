/**
 * Events reach the shop signed, again until it takes them, in the order that was asked for.
 *
 * @engine one
 */
import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { startPaymentStandIn } from '../../../stand-ins/payments/payments.ts';
import { buy, type Delivery, sessionOf, startProvider, webhookSecret } from './provider.ts';

const provider = await startProvider();
const { stripe, control, shop } = provider;
beforeEach(async () => {
  await control.eventsSettled();
  shop.deliveries.length = 0;
  shop.answers.length = 0;
});
const verify = ({ body, headers }: Delivery, secret: string) =>
  stripe.webhooks.constructEventAsync(body, String(headers['stripe-signature']), secret, 300);
const lastDelivery = () => shop.deliveries.at(-1) as Delivery;

describe('an event', () => {
  it('is signed so that the SDK accepts it, and only unchanged', async () => {
    await buy(provider, { client_reference_id: 'order-9' });
    await control.eventsSettled();
    const event = await verify(lastDelivery(), webhookSecret);
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      api_version: Stripe.API_VERSION,
      pending_webhooks: 1,
      data: { object: { client_reference_id: 'order-9', payment_status: 'paid' } },
    });
    const altered = { ...lastDelivery(), body: lastDelivery().body.replace('order-9', 'order-1') };
    await expect(verify(altered, webhookSecret)).rejects.toThrow();
    await expect(verify(lastDelivery(), 'whsec_wrong')).rejects.toThrow();
  });

  it('has two signatures while the secret is replaced', async () => {
    control.signWith(webhookSecret, 'whsec_new');
    await buy(provider);
    await control.eventsSettled();
    control.signWith(webhookSecret);
    await verify(lastDelivery(), webhookSecret);
    await verify(lastDelivery(), 'whsec_new');
  });

  it('names the request that caused it', async () => {
    const { payment_intent } = await buy(provider);
    await stripe.refunds.create({ payment_intent }, { idempotencyKey: 'refund:77' });
    const [event] = control.events('refund.created').slice(-1);
    expect(event?.request).toMatchObject({
      idempotency_key: 'refund:77',
      id: expect.stringMatching(/^req_/),
    });
    expect(control.events('checkout.session.completed').at(-1)?.request.id).toBeNull();
  });

  it('is sent again after 1 s and 5 s more, until the shop answers 2xx', async () => {
    shop.answers.push(500, 400);
    await buy(provider);
    await control.eventsSettled(10_000);
    expect(shop.deliveries.length).toBe(3);
    const [first = 0, second = 0, third = 0] = shop.deliveries.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(950);
    expect(second - first).toBeLessThan(2_500);
    expect(third - second).toBeGreaterThanOrEqual(4_900);
    expect(third - second).toBeLessThan(7_000);
    expect(new Set(shop.deliveries.map(({ event }) => event.id)).size).toBe(1);
  });

  it('does not follow a redirect, and is not a success then', async () => {
    shop.answers.push(302);
    await buy(provider);
    await control.eventsSettled();
    expect(shop.deliveries.length).toBe(2);
  });

  it('is signed anew with each attempt', async () => {
    shop.answers.push(500);
    await buy(provider);
    await control.eventsSettled();
    const [first, second] = shop.deliveries.map(({ headers }) => headers['stripe-signature']);
    expect(second).not.toBe(first);
  });
});

describe('events', () => {
  const buyAndRefund = async () => {
    const { payment_intent } = await buy(provider);
    await stripe.refunds.create({ payment_intent });
    control.dispute((await buy(provider)).payment_intent);
  };
  const inOrder = [
    'checkout.session.completed',
    'refund.created',
    'checkout.session.completed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ];

  it('wait while they are held, and come in the order that was asked for', async () => {
    control.holdEvents();
    await buyAndRefund();
    expect(shop.types()).toEqual([]);
    await control.releaseEvents('in-order');
    expect(shop.types()).toEqual(inOrder);
    shop.deliveries.length = 0;
    control.holdEvents();
    await buyAndRefund();
    await control.releaseEvents('reversed');
    expect(shop.types()).toEqual(inOrder.toReversed());
  });

  it('come several times when asked', async () => {
    control.setDeliveries({ copies: 3 });
    await buy(provider);
    await control.eventsSettled();
    control.setDeliveries({ copies: 1 });
    expect(shop.types()).toEqual(Array(3).fill('checkout.session.completed'));
    const [event] = shop.deliveries;
    expect(await control.resend(String(event?.event.id))).toBe(204);
    expect(shop.deliveries.length).toBe(4);
  });

  it('come later when asked', async () => {
    control.setDeliveries({ delayMs: 400 });
    const before = Date.now();
    await buy(provider);
    await control.eventsSettled();
    control.setDeliveries({ delayMs: 0 });
    expect(Number(shop.deliveries[0]?.at) - before).toBeGreaterThanOrEqual(390);
  });

  it('can be lost; the list of undelivered events still has them', async () => {
    control.holdEvents();
    const { id } = await buy(provider);
    expect(control.loseEvents()).toBe(1);
    await control.releaseEvents();
    expect(shop.types()).toEqual([]);
    const types = ['checkout.session.completed', 'refund.created'];
    const lost = await stripe.events.list({ types, delivery_success: false });
    expect(lost.data).toMatchObject([
      { type: 'checkout.session.completed', pending_webhooks: 1, data: { object: { id } } },
    ]);
    const arrived = await stripe.events.list({ types, delivery_success: true, limit: 1 });
    expect(arrived.data[0]).toMatchObject({ pending_webhooks: 0 });
    await control.resend(String(lost.data[0]?.id));
    expect((await stripe.events.list({ types, delivery_success: false })).data).toEqual([]);
  });

  it('are listed by type and time, and read one by one', async () => {
    await buy(provider);
    const [event] = (await stripe.events.list({ type: 'checkout.session.completed', limit: 1 })).data;
    expect(await stripe.events.retrieve(String(event?.id))).toMatchObject({ id: event?.id });
    const later = await stripe.events.list({ created: { gt: Math.floor(Date.now() / 1_000) + 10 } });
    expect(later.data).toEqual([]);
    const types = Array.from({ length: 21 }, () => 'refund.created');
    await expect(stripe.events.list({ types })).rejects.toThrow('20');
  });

  it('keep the object as it was when they happened', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf());
    control.pay(id, { method: 'debit-arrives' });
    control.settle(id, true);
    const [completed, arrived] = control.events().filter(({ data }) => data.object.id === id);
    expect(completed?.data.object).toMatchObject({ payment_status: 'unpaid' });
    expect(arrived).toMatchObject({
      type: 'checkout.session.async_payment_succeeded',
      data: { object: { payment_status: 'paid' } },
    });
  });
});

describe('a clock that was passed in', () => {
  it('dates objects, and signs as from the future', async () => {
    const ahead = new Date(Date.now() + 3_600_000);
    const future = await startProvider({ now: () => ahead });
    const { created } = await buy(future);
    await future.control.eventsSettled();
    expect(created).toBe(Math.floor(ahead.getTime() / 1_000));
    const { lastResponse } = await future.stripe.prices.retrieve('price_night');
    expect(lastResponse.headers.date).toBe(ahead.toUTCString());
    const header = String(future.shop.deliveries[0]?.headers['stripe-signature']);
    expect(header).toContain(`t=${created},`);
  });
});

it('sends a burst of 1,000 events within seconds, each once', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 50 }, () => stripe.checkout.sessions.create(sessionOf())),
  );
  const started = Date.now();
  for (const { id } of sessions) {
    control.pay(id);
    const intent = String(control.session(id).payment_intent);
    for (let part = 0; part < 19; part += 1) control.refund(intent, 10);
  }
  await control.eventsSettled(15_000);
  expect(new Set(shop.deliveries.map(({ event }) => event.id)).size).toBe(1_000);
  expect(shop.deliveries.length).toBe(1_000);
  expect(Date.now() - started).toBeLessThan(15_000);
});

it('waits for a shop that has no address yet', async () => {
  let url: string | undefined;
  await using standIn = await startPaymentStandIn({
    webhook: { url: () => url, secret: webhookSecret },
    catalog: [{ priceId: 'price_night', name: 'Fight night', amount: 1_499, currency: 'eur' }],
  });
  const client = new Stripe(standIn.apiKey, standIn.api);
  const { id } = await client.checkout.sessions.create(sessionOf());
  standIn.control.pay(id);
  await new Promise((resolve) => setTimeout(resolve, 100));
  url = shop.url;
  await standIn.control.eventsSettled();
  expect(shop.types()).toEqual(['checkout.session.completed']);
});
