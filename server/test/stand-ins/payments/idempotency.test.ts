/**
 * Idempotency keys, foreign keys, and a provider that is slow, down or forgetful.
 *
 * @engine one
 */
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { refusalOf, sessionOf, startProvider } from './provider.ts';

const { stripe, control, standIn } = await startProvider();
const create = (idempotencyKey: string, values = {}) =>
  stripe.checkout.sessions.create(sessionOf(values), { idempotencyKey });
const createdBy = (path: string) => control.calls().filter((call) => call === path).length;
afterEach(() => {
  control.setMode('up');
  control.setLatency(0);
});

describe('an idempotency key', () => {
  it('repeats the saved answer, also after the session has changed', async () => {
    const first = await create('order:1');
    control.pay(first.id);
    const again = await create('order:1');
    expect(again).toMatchObject({ id: first.id, status: 'open', url: first.url });
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('belongs to its parameters', async () => {
    await create('order:2');
    const error = await refusalOf(create('order:2', { success_url: 'http://localhost:3000/other' }));
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('makes one session of 60 parallel requests', async () => {
    const before = control.sessions().length;
    const made = await Promise.all(Array.from({ length: 60 }, () => create('order:3')));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(control.sessions().length).toBe(before + 1);
  });

  it('is in use while the first request runs', async () => {
    control.setLatency(300);
    const before = control.sessions().length;
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => create('order:4')));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(control.sessions().length).toBe(before + 1);
    expect(refused.length).toBe(59);
    for (const error of refused)
      expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    control.setLatency(0);
    expect((await create('order:4')).lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('stays free after bad parameters, and repeats what the state refused', async () => {
    expect((await refusalOf(create('order:5', { customer_email: 'nobody' }))).statusCode).toBe(400);
    expect((await create('order:5')).status).toBe('open');

    const { id } = await create('order:6');
    const refund = () =>
      stripe.refunds.create(
        { payment_intent: String(control.session(id).payment_intent) },
        { idempotencyKey: 'refund:6' },
      );
    control.pay(id, { method: 'debit-arrives' });
    expect((await refusalOf(refund())).message).toContain('does not have a successful charge');
    control.settle(id, true);
    const repeated = await refusalOf(refund());
    expect(repeated.headers?.['idempotent-replayed']).toBe('true');
  });

  it('finds the session again when the answer was lost', async () => {
    control.setMode('forgets-to-answer');
    const before = control.sessions().length;
    const error = await refusalOf(create('order:7'));
    expect(error.type).toBe('StripeConnectionError');
    expect(control.sessions().length).toBe(before + 1);
    control.setMode('up');
    const session = await create('order:7');
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(control.sessions().length).toBe(before + 1);
  });
});

describe('the provider', () => {
  it('takes no other key and no other version', async () => {
    const real = new Stripe('sk_live_somebodys_key', { ...standIn.api, maxNetworkRetries: 0 });
    expect((await refusalOf(real.prices.list())).type).toBe('StripeAuthenticationError');
    const { origin, secretKey } = standIn.settings;
    const ask = (version: string) =>
      fetch(`${origin}/v1/prices`, {
        headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': version },
      });
    expect((await ask(Stripe.API_VERSION)).status).toBe(200);
    expect((await ask('2020-08-27')).status).toBe(400);
  });

  it('can be down: 503, 429 or silence', async () => {
    control.setMode('unavailable');
    expect((await refusalOf(create('order:8'))).statusCode).toBe(503);
    control.setMode('rate-limited');
    expect((await refusalOf(create('order:8'))).type).toBe('StripeRateLimitError');
    control.setMode('silent');
    const call = stripe.prices.retrieve('price_night', {}, { timeout: 200 });
    expect((await refusalOf(call)).type).toBe('StripeConnectionError');
    control.setMode('up');
    expect((await create('order:8')).lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  it('is tried again by the SDK', async () => {
    control.setMode('unavailable');
    const before = createdBy('GET /v1/prices/price_night');
    setTimeout(() => control.setMode('up'), 100);
    const price = await stripe.prices.retrieve('price_night', {}, { maxNetworkRetries: 2 });
    expect(price.unit_amount).toBe(1_499);
    expect(createdBy('GET /v1/prices/price_night')).toBeGreaterThan(before + 1);
  });
});
