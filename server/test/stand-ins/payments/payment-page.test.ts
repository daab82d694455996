/**
 * The payment page as a browser uses it: forms and redirects.
 *
 * @engine one
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionOf, startProvider } from './provider.ts';

const { stripe, control, standIn, shop } = await startProvider({ settlementMs: 60_000 });
beforeEach(async () => {
  await control.eventsSettled();
  shop.deliveries.length = 0;
});

const open = (values = {}) => stripe.checkout.sessions.create(sessionOf(values));
const payPath = (id: string) => `/pay/${id}`;

async function visit(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(standIn.origin + path, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers,
    redirect: 'manual',
  });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    html: await answer.text(),
    headers: answer.headers,
  };
}

describe('the payment page', () => {
  it('shows what is bought, says that it is a stand-in, and loads nothing', async () => {
    const { id } = await open({
      line_items: [{ price: 'price_tokyo', quantity: 2 }],
      custom_text: { submit: { message: 'No refunds <after> the first bell.' } },
    });
    const { status, html, headers } = await visit(payPath(id));
    expect(status).toBe(200);
    for (const text of [
      'Tokyo night × 2',
      '¥3,000',
      'no real money',
      'buyer@example.test',
      'refunds &#60;after&#62; the',
    ])
      expect(html).toContain(text);
    expect(html).toContain('href="http://localhost:3000/events/1"');
    expect(html).not.toMatch(/<script|<link|<img|src=/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('pays with a good card, and goes back with the session id', async () => {
    const { id } = await open();
    const { status, location } = await visit(payPath(id), { action: 'pay', method: 'card-ok' });
    expect([status, location]).toEqual([303, `http://localhost:3000/orders/1?session=${id}`]);
    await control.eventsSettled();
    expect(shop.types()).toEqual(['checkout.session.completed']);
  });

  it('pays once for 20 clicks at once, and for another one later', async () => {
    const { id } = await open();
    const click = () => visit(payPath(id), { action: 'pay', method: 'card-ok' });
    const answers = await Promise.all(Array.from({ length: 20 }, click));
    answers.push(await click());
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    await control.eventsSettled();
    expect(shop.types()).toEqual(['checkout.session.completed']);
    const intent = control.session(id).payment_intent;
    const charges = control
      .events('charge.succeeded')
      .filter(({ data }) => 'payment_intent' in data.object && data.object.payment_intent === intent);
    expect(charges.length).toBe(1);
  });

  it('declines a card, keeps the page open, and takes another card', async () => {
    const { id } = await open({ customer_email: undefined });
    const refused = await visit(payPath(id), {
      action: 'pay',
      method: 'card-declined',
      email: 'me@example.test',
    });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Your card was declined.');
    expect(refused.html).toContain('value="me@example.test"');
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
    });
    await control.eventsSettled();
    expect(shop.types()).toEqual([]);
    await visit(payPath(id), { action: 'pay', method: 'card-ok', email: 'me@example.test' });
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(session).toMatchObject({
      payment_status: 'paid',
      customer_details: { email: 'me@example.test' },
      payment_intent: { status: 'succeeded', last_payment_error: null },
    });
  });

  it('asks for an e-mail address where the shop gave none', async () => {
    const { id } = await open({ customer_email: undefined });
    const { status, html } = await visit(payPath(id), { action: 'pay', method: 'card-ok', email: 'me' });
    expect(status).toBe(422);
    expect(html).toContain('Enter an e-mail address');
  });

  it('asks to confirm with the card that asks', async () => {
    const { id } = await open();
    const asked = await visit(payPath(id), { action: 'pay', method: 'card-asks' });
    expect(asked.location).toBe(`${payPath(id)}/confirm`);
    expect((await visit(`${payPath(id)}/confirm`)).html).toContain('Your bank asks you to confirm');
    const no = await visit(`${payPath(id)}/confirm`, { answer: 'no' });
    expect(no.html).toContain('was not confirmed');
    expect(control.session(id).status).toBe('open');
    expect((await visit(`${payPath(id)}/confirm`)).location).toBe(payPath(id));
    await visit(payPath(id), { action: 'pay', method: 'card-asks' });
    const yes = await Promise.all([1, 2].map(() => visit(`${payPath(id)}/confirm`, { answer: 'yes' })));
    expect(new Set(yes.map(({ location }) => location)).size).toBe(1);
    expect(control.session(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
    await control.eventsSettled();
    expect(shop.types()).toEqual(['checkout.session.completed']);
  });

  it.each([
    ['debit-arrives', 'paid', 'succeeded', 'checkout.session.async_payment_succeeded'],
    ['debit-fails', 'unpaid', 'requires_payment_method', 'checkout.session.async_payment_failed'],
  ] as const)('takes a bank debit that is decided later: %s', async (method, paid, status, type) => {
    const { id } = await open();
    await visit(payPath(id), { action: 'pay', method });
    const running = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(running).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    expect((await visit(payPath(id))).html).toContain('on its way');
    control.settle(id, method === 'debit-arrives');
    await control.eventsSettled();
    expect(shop.types()).toEqual(['checkout.session.completed', type]);
    const ended = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(ended).toMatchObject({ payment_status: paid, payment_intent: { status } });
    control.settle(id, true);
    expect(control.session(id).payment_status).toBe(paid);
  });

  it('says when it is over', async () => {
    const expired = await open();
    control.expire(expired.id);
    expect((await visit(payPath(expired.id))).html).toContain('has expired');
    const late = await visit(payPath(expired.id), { action: 'pay', method: 'card-ok' });
    expect(late.html).toContain('has expired');
    expect(control.session(expired.id).payment_intent).toBeNull();
    const paid = await open();
    control.pay(paid.id);
    expect((await visit(payPath(paid.id))).html).toContain('This order is complete');
    expect((await visit('/pay/cs_test_none')).status).toBe(404);
  });

  it('has a receipt after the payment, which knows refunds', async () => {
    const { id } = await open();
    control.pay(id);
    const intent = String(control.session(id).payment_intent);
    await stripe.refunds.create({ payment_intent: intent, amount: 499 });
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
    const { receipt_url } = latest_charge as { receipt_url: string };
    const { status, html } = await visit(new URL(receipt_url).pathname);
    expect(status).toBe(200);
    for (const text of ['€14.99', '€4.99', '€10.00', 'no real money']) expect(html).toContain(text);
  });
});

describe('a promotion code', () => {
  it('lowers the amount, can be removed, and is counted when the session is paid', async () => {
    const codeId = control.createCode('TEN', { percentOff: 10, maxRedemptions: 1 });
    const [first, second] = [
      await open({ allow_promotion_codes: true }),
      await open({ allow_promotion_codes: true }),
    ];
    await visit(payPath(first.id), { action: 'apply-code', code: ' ten ' });
    expect((await visit(payPath(first.id))).html).toContain('Pay €13.49');
    await visit(payPath(first.id), { action: 'remove-code' });
    expect((await visit(payPath(first.id))).html).toContain('Pay €14.99');
    for (const { id } of [first, second]) await visit(payPath(id), { action: 'apply-code', code: 'TEN' });
    await visit(payPath(first.id), { action: 'pay', method: 'card-ok' });
    const session = await stripe.checkout.sessions.retrieve(first.id, { expand: ['payment_intent'] });
    expect(session).toMatchObject({
      amount_subtotal: 1_499,
      amount_total: 1_349,
      total_details: { amount_discount: 150 },
      discounts: [{ promotion_code: codeId }],
      payment_intent: { amount: 1_349, amount_received: 1_349 },
    });
    expect(await stripe.promotionCodes.retrieve(codeId)).toMatchObject({ active: false, times_redeemed: 1 });
    const late = await visit(payPath(second.id), { action: 'pay', method: 'card-ok' });
    expect(late.html).toContain('used up');
    expect(control.session(second.id).status).toBe('open');
  });

  it('can make it free', async () => {
    control.createCode('GUEST', { percentOff: 100 });
    const { id } = await open({ allow_promotion_codes: true });
    await visit(payPath(id), { action: 'apply-code', code: 'GUEST' });
    expect((await visit(payPath(id))).html).toContain('Complete the order');
    await visit(payPath(id), { action: 'pay' });
    expect(control.session(id)).toMatchObject({
      payment_status: 'no_payment_required',
      payment_intent: null,
      amount_total: 0,
    });
  });

  it('is refused when there is none, or none is allowed', async () => {
    const { id } = await open({ allow_promotion_codes: true });
    const { status, html } = await visit(payPath(id), { action: 'apply-code', code: '"><b>' });
    expect(status).toBe(422);
    expect(html).toContain('There is no such code.');
    expect(html).not.toContain('"><b>');
    const closed = await open();
    expect((await visit(payPath(closed.id))).html).not.toContain('Promotion code');
    expect((await visit(payPath(closed.id), { action: 'apply-code', code: 'GUEST' })).status).toBe(422);
    expect(control.session(closed.id).amount_total).toBe(1_499);
  });
});

describe('the dashboard', () => {
  it('refunds a part, disputes, and sends an event again', async () => {
    const { id } = await open();
    control.pay(id);
    await control.eventsSettled();
    const { latest_charge } = await stripe.paymentIntents.retrieve(
      String(control.session(id).payment_intent),
    );
    const press = (form: Record<string, string>) => visit('/', form);
    expect((await press({ do: 'refund', id: String(latest_charge), amount: '4.99' })).status).toBe(303);
    expect(control.refunds().at(-1)).toMatchObject({ amount: 499 });
    const wrong = await press({ do: 'refund', id: String(latest_charge), amount: '99.00' });
    expect([wrong.status, wrong.html.includes('greater than unrefunded')]).toEqual([422, true]);
    await press({ do: 'dispute', id: String(latest_charge) });
    await control.eventsSettled();
    expect(shop.types()).toContain('charge.dispute.created');
    const sent = shop.deliveries.length;
    await press({ do: 'resend', id: String(shop.deliveries[0]?.event.id) });
    expect(shop.deliveries.length).toBe(sent + 1);
    expect((await visit('/')).html).toContain('dispute needs_response');
  });

  it('takes the provider down and brings it back', async () => {
    await visit('/', { do: 'set-provider', mode: 'unavailable', refunds: 'succeed' });
    await expect(stripe.prices.retrieve('price_night')).rejects.toThrow('down');
    await visit('/', { do: 'set-provider', mode: 'up', refunds: 'succeed' });
    expect((await stripe.prices.retrieve('price_night')).id).toBe('price_night');
  });

  it('takes no form of another site, and answers to no other name', async () => {
    const foreign = await visit('/', { do: 'hold-events' }, { 'sec-fetch-site': 'same-site' });
    expect(foreign.status).toBe(403);
    const { port } = new URL(standIn.origin);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, (answer) =>
        resolve(answer.statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});
