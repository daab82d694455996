/**
 * Refunds never exceed what was paid; disputes go through the provider's states.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { buy, refusalOf, sessionOf, startProvider } from './provider.ts';

const provider = await startProvider({ settlementMs: 60_000 });
const { stripe, control } = provider;
const typesOf = (id: string) =>
  control
    .events()
    .filter(({ data }) => data.object.id === id)
    .map(({ type }) => type);
const chargeOf = async (intent: string) =>
  (await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).latest_charge;

describe('a refund', () => {
  it('gives everything back, once', async () => {
    const { payment_intent } = await buy(provider);
    const refund = await stripe.refunds.create({
      payment_intent,
      reason: 'requested_by_customer',
      metadata: { row: '7' },
    });
    expect(refund).toMatchObject({
      amount: 1_499,
      status: 'succeeded',
      payment_intent,
      metadata: { row: '7' },
    });
    expect(await chargeOf(payment_intent)).toMatchObject({ refunded: true, amount_refunded: 1_499 });
    const error = await refusalOf(stripe.refunds.create({ payment_intent }));
    expect(error).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    expect(typesOf(refund.id)).toEqual(['refund.created']);
  });

  it('comes in parts, which never exceed the whole', async () => {
    const { payment_intent } = await buy(provider);
    const first = await stripe.refunds.create({ payment_intent, amount: 1_000 });
    const error = await refusalOf(stripe.refunds.create({ payment_intent, amount: 500 }));
    expect(error.message).toContain('greater than unrefunded amount');
    const rest = await stripe.refunds.create({ payment_intent });
    expect(rest.amount).toBe(499);
    const listed = await stripe.refunds.list({ payment_intent });
    expect(listed.data.map(({ id }) => id)).toEqual([rest.id, first.id]);
    expect(await stripe.refunds.retrieve(first.id)).toMatchObject({ amount: 1_000 });
  });

  it.each([0, -5, 1.5])('never has the amount %d', async (amount) => {
    const { payment_intent } = await buy(provider);
    expect((await refusalOf(stripe.refunds.create({ payment_intent, amount }))).param).toBe('amount');
  });

  it('is never twice as large when two are made at once', async () => {
    const { payment_intent } = await buy(provider);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => stripe.refunds.create({ payment_intent, amount: 1_000 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });

  it('can stay pending, arrive, and fail in the end: the amount is free again', async () => {
    const { payment_intent } = await buy(provider);
    control.letRefunds('stay-pending');
    const { id, status } = await stripe.refunds.create({ payment_intent });
    control.letRefunds('succeed');
    expect(status).toBe('pending');
    control.settleRefund(id, true);
    expect((await stripe.refunds.retrieve(id)).status).toBe('succeeded');
    control.settleRefund(id, false);
    expect((await stripe.refunds.retrieve(id)).status).toBe('failed');
    expect(typesOf(id)).toEqual(['refund.created', 'refund.updated', 'refund.updated', 'refund.failed']);
    expect(await chargeOf(payment_intent)).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect((await stripe.refunds.create({ payment_intent })).status).toBe('succeeded');
  });

  it('of a bank debit arrives later, and one that was told to fails later', async () => {
    const quick = await startProvider({ settlementMs: 50 });
    const wait = () => new Promise((resolve) => setTimeout(resolve, 60));
    const { id } = await quick.stripe.checkout.sessions.create(sessionOf());
    quick.control.pay(id, { method: 'debit-arrives' });
    await wait();
    quick.control.tick();
    const payment_intent = String(quick.control.session(id).payment_intent);
    const debit = await quick.stripe.refunds.create({ payment_intent });
    quick.control.letRefunds('fail-later');
    const card = await quick.stripe.refunds.create({ payment_intent: (await buy(quick)).payment_intent });
    expect([debit.status, card.status]).toEqual(['pending', 'succeeded']);
    await wait();
    quick.control.tick();
    expect((await quick.stripe.refunds.retrieve(debit.id)).status).toBe('succeeded');
    expect((await quick.stripe.refunds.retrieve(card.id)).status).toBe('failed');
  });

  it('needs a payment that exists', async () => {
    expect((await refusalOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).statusCode).toBe(404);
    expect((await refusalOf(stripe.refunds.create({}))).statusCode).toBe(400);
  });
});

describe('a dispute', () => {
  it('takes the money, and gives it back when it is won', async () => {
    const { payment_intent } = await buy(provider);
    const { id } = control.dispute(payment_intent);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'needs_response',
      payment_intent,
      amount: 1_499,
    });
    expect(await chargeOf(payment_intent)).toMatchObject({ disputed: true });
    control.respond(id);
    control.win(id);
    expect((await stripe.disputes.list({ payment_intent })).data).toMatchObject([{ id, status: 'won' }]);
    expect(typesOf(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });

  it('is lost, by the bank or because the shop accepts it', async () => {
    const first = control.dispute((await buy(provider)).payment_intent);
    control.lose(first.id);
    expect((await stripe.disputes.retrieve(first.id)).status).toBe('lost');
    expect(() => control.win(first.id)).toThrow('lost');
    const second = control.dispute((await buy(provider)).payment_intent);
    expect((await stripe.disputes.close(second.id)).status).toBe('lost');
  });

  it('refuses a refund beside it', async () => {
    const { payment_intent } = await buy(provider);
    control.dispute(payment_intent);
    expect((await refusalOf(stripe.refunds.create({ payment_intent }))).code).toBe('charge_disputed');
    expect(() => control.dispute(payment_intent)).toThrow('cannot be disputed');
  });

  it('begins as an inquiry, which moves no money and can be closed or become a dispute', async () => {
    const quiet = control.dispute((await buy(provider)).payment_intent, { isInquiry: true });
    expect(quiet.status).toBe('warning_needs_response');
    control.respond(quiet.id);
    control.closeInquiry(quiet.id);
    expect(typesOf(quiet.id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ]);
    expect((await stripe.disputes.retrieve(quiet.id)).status).toBe('warning_closed');
    const serious = control.dispute((await buy(provider)).payment_intent, { isInquiry: true });
    expect(() => control.win(serious.id)).toThrow('warning_needs_response');
    control.escalate(serious.id);
    expect((await stripe.disputes.retrieve(serious.id)).status).toBe('needs_response');
    expect(typesOf(serious.id)).toContain('charge.dispute.funds_withdrawn');
  });

  it('comes by itself with its test card', async () => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: 'price_night', quantity: 1 }],
      success_url: 'http://localhost:3000/',
    });
    control.pay(id, { method: 'card-disputed' });
    const { data } = await stripe.disputes.list({
      payment_intent: String(control.session(id).payment_intent),
    });
    expect(data).toMatchObject([{ status: 'needs_response' }]);
  });
});
