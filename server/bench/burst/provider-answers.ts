/** What the shop's job asks about a paid order: the session with its receipt, and the refunds and disputes, of which none. */
import { cardDetails, makeCharge, makeIntent } from '../../stand-ins/payments/api/payment-objects.ts';
import { makeSession } from '../../stand-ins/payments/api/session-object.ts';
import { amount } from './events.ts';

export function answerQuestion(url: string): object | undefined {
  if (/^\/v1\/(refunds|disputes|events)\?/.test(url))
    return { object: 'list', data: [], has_more: false, url };
  const id = /^\/v1\/checkout\/sessions\/cs_test_(\w+)/.exec(url)?.[1];
  if (id === undefined) return undefined;
  const created = Math.floor(Date.now() / 1_000);
  const metadata = { orderId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
  const intent = makeIntent({ id: `pi_${id}`, created, amount, currency: 'eur', metadata });
  const charge = makeCharge(intent, {
    id: `ch_${id}`,
    created,
    status: 'succeeded',
    payment_method_details: cardDetails('4242'),
    receipt_url: `https://pay.example/receipts/${id}`,
  });
  const session = makeSession({
    id: `cs_test_${id}`,
    created,
    amount_subtotal: amount,
    amount_total: amount,
    currency: 'eur',
    metadata,
    expires_at: created + 3_600,
    success_url: 'http://localhost/back',
    url: null,
    status: 'complete',
    payment_status: 'paid',
  });
  return { ...session, payment_intent: { ...intent, status: 'succeeded', latest_charge: charge } };
}
