/** What the provider sends in a burst: the events of many orders, some repeated, some out of order. */
import { randomUUID } from 'node:crypto';
import {
  cardDetails,
  makeCharge,
  makeDispute,
  makeIntent,
  makeRefund,
} from '../../stand-ins/payments/api/payment-objects.ts';
import { customerDetails, makeSession } from '../../stand-ins/payments/api/session-object.ts';
import {
  apiVersion,
  type Charge,
  type PaymentIntent,
  type ProviderObject,
} from '../../stand-ins/payments/wire.ts';

/** What becomes of an order. */
export type Ending = 'paid' | 'paid later' | 'refunded in part' | 'refunded' | 'dispute won' | 'dispute lost';

export interface BurstOrder {
  orderId: string;
  sessionId: string;
  email: string;
  priceId: string;
  ending: Ending;
}

export interface Delivery {
  eventId: string;
  body: string;
}

export const amount = 1_499;
const currency = 'eur';
/** Share of the deliveries that are sent once more. */
const repeated = 0.1;
/** Events that follow each other by fewer deliveries than this overtake each other at times. */
const spread = 60;

function newOrder(number: number): BurstOrder {
  const orderId = randomUUID();
  // Of a hundred orders eight are paid by a debit, eight are refunded, four are disputed.
  const ending = ([
    ...Array(8).fill('paid later'),
    ...Array(4).fill('refunded in part'),
    ...Array(4).fill('refunded'),
  ]
    .concat('dispute won', 'dispute won', 'dispute lost', 'dispute lost')
    .at(number % 100) ?? 'paid') as Ending;
  return {
    orderId,
    sessionId: sessionOf(orderId),
    email: `buyer-${number}@example.test`,
    priceId: `price_${number % 20}`,
    ending,
  };
}

function sessionOf(orderId: string): string {
  return `cs_test_${orderId.replaceAll('-', '')}`;
}

/** @returns exactly `count` deliveries and their orders. */
export function planBurst(count: number): { orders: BurstOrder[]; deliveries: Delivery[] } {
  const orders: BurstOrder[] = [];
  const placed: Array<Delivery & { place: number }> = [];
  for (let number = 0; placed.length < count * (1 - repeated); number += 1) {
    const order = newOrder(number);
    const events = eventsOf(order);
    orders.push(order);
    const start = placed.length;
    for (const [step, event] of events.entries()) {
      const place = start + step * 8 + Math.random() * spread;
      placed.push({ eventId: event.id, body: JSON.stringify(event, null, 2), place });
    }
  }
  const most = placed.length;
  for (let index = 0; placed.length < count; index += 1) {
    const again = placed[Math.floor((index * most) / (count - most))] as (typeof placed)[number];
    // Every second one comes at the same moment, the others when the first may have been answered.
    placed.push({ ...again, place: again.place + (index % 2 === 0 ? 0 : Math.random() * spread * 10) });
  }
  const deliveries = placed.toSorted((a, b) => a.place - b.place);
  return { orders, deliveries };
}

function eventsOf({ orderId, sessionId, email, ending }: BurstOrder) {
  const created = Math.floor(Date.now() / 1_000);
  const id = orderId.replaceAll('-', '');
  const metadata = { orderId };
  const charged = makeIntent({ id: `pi_${id}`, created, amount, currency, metadata });
  const charge = makeCharge(charged, {
    id: `ch_${id}`,
    created,
    status: 'succeeded',
    payment_method_details: cardDetails('4242'),
    receipt_url: `https://pay.example/receipts/${id}`,
  });
  const intent: PaymentIntent = {
    ...charged,
    status: 'succeeded',
    amount_received: amount,
    latest_charge: charge.id,
  };
  const session = makeSession({
    id: sessionId,
    created,
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    metadata,
    expires_at: created + 3_600,
    success_url: 'http://localhost/back',
    url: null,
    client_reference_id: orderId,
    customer_email: email,
    customer_details: customerDetails(email),
    payment_intent: intent.id,
    status: 'complete',
    payment_status: 'paid',
  });
  const isDelayed = ending === 'paid later';
  return [
    ...(isDelayed
      ? [
          newEvent('payment_intent.processing', { ...charged, status: 'processing' }, created),
          newEvent('checkout.session.completed', { ...session, payment_status: 'unpaid' }, created),
        ]
      : []),
    newEvent('payment_intent.succeeded', intent, created),
    newEvent('charge.succeeded', charge, created),
    newEvent(`checkout.session.${isDelayed ? 'async_payment_succeeded' : 'completed'}`, session, created),
    newEvent('charge.updated', charge, created),
    ...laterEvents(ending, charge, created),
  ];
}

function laterEvents(ending: Ending, charge: Charge, created: number) {
  const later = created + 1;
  if (ending.startsWith('refunded')) {
    const part = ending === 'refunded' ? amount : 499;
    const refund = (status: string) =>
      makeRefund(charge, { id: charge.id.replace('ch_', 're_'), created: later, amount: part, status });
    return [
      newEvent('refund.created', refund('pending'), later),
      newEvent('charge.refunded', { ...charge, amount_refunded: part }, later),
      newEvent('refund.updated', refund('succeeded'), later + 1),
    ];
  }
  if (!ending.startsWith('dispute')) return [];
  const dispute = (status: 'needs_response' | 'won' | 'lost') =>
    makeDispute(charge, { id: charge.id.replace('ch_', 'dp_'), created: later, amount, status });
  return [
    newEvent('charge.dispute.created', dispute('needs_response'), later),
    newEvent('charge.dispute.closed', dispute(ending === 'dispute won' ? 'won' : 'lost'), later + 1),
  ];
}

function newEvent(type: string, object: ProviderObject, created: number) {
  return {
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: apiVersion,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
