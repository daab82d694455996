/** The stand-in with the real SDK before it and a small shop behind it. The referee sees every answer and every event. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, afterEach, expect } from 'vitest';
import { type PaymentStandInOptions, startPaymentStandIn } from '../../../stand-ins/payments/payments.ts';
import type { ProviderEvent } from '../../../stand-ins/payments/wire.ts';
import { faultsOf } from './referee.ts';

export const webhookSecret = 'whsec_test_of_the_stand_in';

const catalog = [
  { priceId: 'price_night', name: 'Fight night', amount: 1_499, currency: 'eur' },
  { priceId: 'price_tokyo', name: 'Tokyo night', amount: 1_500, currency: 'jpy' },
  { priceId: 'price_free', name: 'Open training', amount: 0, currency: 'eur' },
];

export interface Delivery {
  event: ProviderEvent;
  body: string;
  headers: IncomingHttpHeaders;
  at: number;
}

export async function startProvider(options: Partial<PaymentStandInOptions> = {}) {
  const faults: string[] = [];
  const judge = (value: unknown) => faults.push(...faultsOf(value));
  const check = () => expect(faults.splice(0)).toEqual([]);
  const shop = await startShop(judge);
  const standIn = await startPaymentStandIn({
    webhook: { url: () => shop.url, secret: webhookSecret },
    catalog,
    ...options,
  });
  const stripe = new Stripe(standIn.apiKey, {
    ...standIn.api,
    apiVersion: Stripe.API_VERSION,
    telemetry: false,
    timeout: 2_000,
    maxNetworkRetries: 0,
    emitEventBodies: true,
  });
  stripe.on('response', ({ status, body }: { status: number; body: unknown }) => {
    if (status === 200) judge(JSON.parse(JSON.stringify(body)));
  });
  const stop = async () => {
    await standIn.close();
    await shop.close();
  };
  // Here and not at the top: files share the modules that they import.
  afterEach(check);
  afterAll(stop);
  afterAll(check);
  return { standIn, control: standIn.control, stripe, shop, stop };
}

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** What the shop asks for, with the values of the test. */
export function sessionOf(
  values: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [{ price: 'price_night', quantity: 1 }],
    success_url: 'http://localhost:3000/orders/1?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/events/1',
    customer_email: 'buyer@example.test',
    ...values,
  };
}

/** Creates a session and pays it. */
export async function buy(
  { stripe, control }: Provider,
  values?: Partial<Stripe.Checkout.SessionCreateParams>,
) {
  const { id } = await stripe.checkout.sessions.create(sessionOf(values));
  control.pay(id);
  const session = await stripe.checkout.sessions.retrieve(id);
  return { ...session, payment_intent: String(session.payment_intent) };
}

/** @returns what the SDK throws. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('It was not refused', { cause: error });
}

/** Receives events, and answers with the statuses that it was given, then with 204. */
async function startShop(judge: (event: unknown) => void) {
  const deliveries: Delivery[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    // Only somebody who followed a redirect comes with another method.
    if (request.method !== 'POST') return void response.writeHead(204).end();
    const body = Buffer.concat(await request.toArray()).toString();
    const event = JSON.parse(body);
    judge(event);
    deliveries.push({ event, body, headers: request.headers, at: Date.now() });
    response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    deliveries,
    answers,
    types: () => deliveries.map(({ event }) => event.type),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
