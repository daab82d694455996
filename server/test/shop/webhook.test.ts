import { beforeEach, describe, expect, it } from 'vitest';
import { ProviderAway } from '../../src/shop/payment-provider.ts';
import { seconds, sessionEvent, signatureOf, type TestEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, request } = shop;
const hook = 'POST /api/v1/shop/webhook';

let order: Awaited<ReturnType<typeof shop.openOrder>>;
let event: TestEvent;
beforeEach(async () => {
  const { email } = await shop.newViewer();
  order = await shop.openOrder((await shop.newTicket()).priceId, email);
  event = sessionEvent('completed', order);
});

const send = (body: string, signature: string | undefined) =>
  request(hook, {
    body,
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
  });
const status = async () => (await shop.findOrder(order.orderId)).status;

describe('handleStripeWebhook', () => {
  it('gives the access, exactly once, however often the event arrives', async () => {
    const body = JSON.stringify(event);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(body, signatureOf(body))));
    expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204, 204, 204]);
    expect([await status(), (await shop.accessesOf(order.orderId)).length]).toEqual(['paid', 1]);
    const { count } = await db
      .selectFrom('outboxMails')
      .where('kind', '=', 'receipt')
      .where('text', 'like', `%${order.orderId}%`)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  const altered = (body: string) => body.replace('1499', '1498');
  const bad: Array<[string, (body: string) => [body: string, signature: string | undefined]]> = [
    ['no signature', (body) => [body, undefined]],
    ['a wrong secret', (body) => [body, signatureOf(body, { secret: 'whsec_another_one' })]],
    ['an altered body', (body) => [altered(body), signatureOf(body)]],
    ['a body with another space', (body) => [`${body} `, signatureOf(body)]],
    ['a signature that is too old', (body) => [body, signatureOf(body, { at: seconds() - 301 })]],
    ['a signature of the future', (body) => [body, signatureOf(body, { at: seconds() + 310 })]],
    ['a time that is not a number', (body) => [body, signatureOf(body).replace(/t=\d+/, 't=now')]],
    ['a second time of the future', (body) => [body, `${signatureOf(body)},t=${seconds() + 9_999}`]],
    ['an empty signature', (body) => [body, `t=${seconds()},v1=`]],
    ['no scheme', (body) => [body, `t=${seconds()}`]],
    ['nonsense', (body) => [body, 'nonsense']],
  ];
  it.each(bad)('refuses %s with a 400 and does nothing', async (_name, make) => {
    const answer = await send(...make(JSON.stringify(event)));
    expect([answer.status, await status()]).toEqual([400, 'pending']);
  });

  it.each(['{"object":"v2.core.event"}', '[]', 'null', '"text"', '{', ''])(
    'refuses the body %s',
    async (body) => {
      expect((await send(body, signatureOf(body))).status).toBe(400);
    },
  );

  it('accepts a signature at both ends of the five minutes', async () => {
    const body = JSON.stringify(event);
    expect((await send(body, signatureOf(body, { at: seconds() - 295 }))).status).toBe(204);
    expect((await send(body, signatureOf(body, { at: seconds() + 295 }))).status).toBe(204);
  });

  it('reads texts with any characters as they were signed', async () => {
    event.data.object.note = 'Ünïcödé 🥊';
    const body = JSON.stringify(event, null, 2);
    expect((await send(body, signatureOf(body))).status).toBe(204);
    expect(await status()).toBe('paid');
  });

  it('ignores what is not ours', async () => {
    for (const other of [
      sessionEvent('completed', { ...order, orderId: '0199a3c4-ffff-7000-8000-00000000dead' }),
      sessionEvent('completed', { ...order, orderId: 'their-order' }),
      { ...event, type: 'invoice.paid' },
    ])
      expect((await shop.deliver(other)).status).toBe(204);
    expect(await status()).toBe('pending');
  });

  it('gives nothing for a payment that has not arrived', async () => {
    await shop.deliver(sessionEvent('completed', order, { paymentStatus: 'unpaid' }));
    expect([await status(), await shop.accessesOf(order.orderId)]).toEqual(['processing', []]);
    await shop.deliver(sessionEvent('async_payment_failed', order));
    expect(await status()).toBe('failed');
    await shop.deliver(sessionEvent('async_payment_succeeded', order));
    expect([await status(), (await shop.accessesOf(order.orderId)).length]).toEqual(['paid', 1]);
  });

  it('gives the access of a free order', async () => {
    await shop.deliver(
      sessionEvent(
        'completed',
        { ...order, intent: null, amount: 0 },
        { paymentStatus: 'no_payment_required' },
      ),
    );
    expect([await status(), (await shop.accessesOf(order.orderId)).length]).toEqual(['paid', 1]);
  });

  it('renews the prices when one has changed', async () => {
    const { priceId } = await shop.newTicket();
    const price = () => request(`GET /api/v1/shop/prices/${priceId}`);
    await price();
    await price();
    expect(shop.provider.calls.filter((call) => call === 'findPrice').length).toBeGreaterThan(0);
    shop.provider.calls.length = 0;
    await shop.deliver({
      ...event,
      id: 'evt_price',
      type: 'price.updated',
      data: { object: { id: priceId } },
    });
    await price();
    await expect.poll(() => shop.provider.calls).toContain('findPrice');
  });

  const payment = async () => {
    const keeper = await shop.signInAs({ scopes: ['settings:read'] });
    const { body } = await keeper.request('GET /api/v1/settings/system');
    return body.adapters.find(({ kind }: { kind: string }) => kind === 'payment');
  };

  it.each<[string, Partial<TestEvent>, string]>([
    ['real money under a test key', { livemode: true }, '/livemode'],
    ['no mode', { livemode: undefined as never }, '/livemode'],
    ['another account', { account: 'acct_1' }, '/account'],
  ])('refuses %s, and says so on the page of the system (24.7)', async (_name, change, pointer) => {
    const answer = await shop.deliver({ ...event, ...change });
    expect([answer.status, answer.body.issues[0].pointer]).toEqual([400, pointer]);
    expect(await status()).toBe('pending');
    expect(await payment()).toMatchObject({
      state: 'warning',
      lastError: { detail: answer.body.issues[0].detail },
    });
    expect(shop.log.join()).toContain('an event of the payment provider is not ours');
  });

  it.each<[string, Record<string, unknown>]>([
    ['less than the price', { amount_subtotal: 100, amount_total: 100 }],
    ['more than the price', { amount_subtotal: 2499, amount_total: 2499 }],
    ['another currency', { currency: 'jpy' }],
    ['a sum that nobody knows', { amount_subtotal: null }],
    ['less, with money that takes days', { amount_subtotal: 100, payment_status: 'unpaid' }],
  ])('opens nothing for %s (24.7)', async (_name, change) => {
    Object.assign(event.data.object, change);
    for (let time = 0; time < 2; time++) {
      const answer = await shop.deliver(event);
      expect([answer.status, answer.body.issues[0].pointer]).toEqual([400, '/data/object/amount_subtotal']);
    }
    expect([await status(), await shop.accessesOf(order.orderId)]).toEqual(['pending', []]);
    const { amount_total: amount, currency } = event.data.object;
    const organiser = await shop.signInAs({ scopes: ['order:read'] });
    expect((await organiser.request(`GET /api/v1/shop/orders/${order.orderId}`)).body).toMatchObject({
      status: 'pending',
      wrongPayment: { amount, currency, paymentIntent: order.intent },
    });
    expect((await payment()).lastError.detail).toContain(order.orderId);
    expect(shop.log.join()).toContain('another sum was paid than the price');
  });

  it('waits for the provider when it has to ask for the object (24.7)', async () => {
    const { readEvent } = shop.provider;
    shop.provider.readEvent = async () => {
      throw new ProviderAway('away');
    };
    expect((await shop.deliver(event)).status).toBe(503);
    shop.provider.readEvent = async (...call) => ({
      ...(await readEvent(...call)),
      versionFault: 'It is old.',
    });
    expect((await shop.deliver(event)).status).toBe(204);
    shop.provider.readEvent = readEvent;
    expect(await status()).toBe('paid');
    expect(await payment()).toMatchObject({ state: 'warning', lastError: { detail: 'It is old.' } });
  });

  it('opens nothing for a wrong sum that the job finds, and goes on', async () => {
    shop.provider.facts.set(order.sessionId, [
      {
        kind: 'session',
        id: order.sessionId,
        orderId: order.orderId,
        paymentIntent: order.intent,
        state: 'paid',
        amount: 1,
        currency: 'eur',
        subtotal: 1,
        asOf: seconds(),
      },
    ]);
    shop.clock.advance(121_000);
    await shop.work();
    expect(await shop.findOrder(order.orderId)).toMatchObject({
      status: 'pending',
      wrongPayment: { amount: 1 },
      reconcileAt: expect.any(String),
    });
    shop.clock.reset();
  });

  it('an expired page of another sum ends the order', async () => {
    const { orderId, sessionId } = order;
    await shop.deliver(sessionEvent('expired', { orderId, sessionId, intent: null, amount: 1 }));
    expect(await status()).toBe('expired');
  });
});
