/** Events as the payment provider sends and signs them. */
import { createHmac, randomUUID } from 'node:crypto';

export const webhookSecret = 'whsec_test_0123456789';

export interface TestEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  api_version: string;
  livemode: boolean;
  account?: string;
  data: { object: Record<string, unknown> };
}

export const seconds = (at: Date = new Date()) => Math.floor(at.getTime() / 1_000);

export function signatureOf(body: string, { at = seconds(), secret = webhookSecret } = {}): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

function newEvent(type: string, object: Record<string, unknown>, created = seconds()): TestEvent {
  return {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created,
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object },
  };
}

interface Paid {
  orderId: string;
  sessionId: string;
  intent: string | null;
  amount?: number;
  /** Left out: nothing was taken off. */
  subtotal?: number;
  currency?: string;
  /** In the amount. */
  tax?: number;
  /** Of the platform that made the session; left out: one of before it had an id. */
  platformId?: string;
}

export function sessionEvent(
  kind: 'completed' | 'async_payment_succeeded' | 'async_payment_failed' | 'expired',
  {
    orderId,
    sessionId,
    intent,
    amount = 1499,
    subtotal = amount,
    currency = 'eur',
    tax = 0,
    platformId,
  }: Paid,
  { created = seconds(), paymentStatus = 'paid' } = {},
): TestEvent {
  return newEvent(
    `checkout.session.${kind}`,
    {
      id: sessionId,
      object: 'checkout.session',
      client_reference_id: orderId,
      payment_intent: intent,
      payment_status: paymentStatus,
      amount_subtotal: subtotal,
      amount_total: amount,
      currency,
      total_details: { amount_discount: subtotal > amount ? subtotal - amount : 0, amount_tax: tax },
      metadata: { orderId, ...(platformId ? { platformId } : {}) },
      status: kind === 'expired' ? 'expired' : 'complete',
    },
    created,
  );
}

export function refundEvent(
  kind: 'created' | 'updated' | 'failed',
  refund: { id: string; intent: string; amount: number; status: string; created?: number },
  created = seconds(),
): TestEvent {
  return newEvent(
    `refund.${kind}`,
    {
      id: refund.id,
      object: 'refund',
      payment_intent: refund.intent,
      amount: refund.amount,
      status: refund.status,
      created: refund.created ?? created,
      metadata: {},
    },
    created,
  );
}

export function disputeEvent(
  kind: 'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated',
  dispute: { id: string; intent: string; amount: number; status: string },
  created = seconds(),
): TestEvent {
  return newEvent(
    `charge.dispute.${kind}`,
    {
      id: dispute.id,
      object: 'dispute',
      payment_intent: dispute.intent,
      amount: dispute.amount,
      status: dispute.status,
      created,
      metadata: {},
    },
    created,
  );
}
