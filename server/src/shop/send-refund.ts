import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { isFinalRefusal, refundDelay } from './buying/buying.rules.ts';
import { settleRefundedItem } from './compensation/settle.ts';
import { fulfil, takeFact } from './fulfilment/fulfil.ts';
import { type ClaimedRefund, postponeRefund, settleRefund } from './orders/refund.repository.ts';
import { type PaymentProvider, ProviderRefusal } from './payment-provider.ts';

export interface SendRefundOptions {
  db: Db;
  provider: PaymentProvider;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Called after a commit that may have added a mail. */
  wakeOutbox: () => void;
}

/** Sends a refund that the caller has claimed, and settles what depends on it. */
export async function sendRefund(options: SendRefundOptions, request: ClaimedRefund): Promise<void> {
  const { db, provider, now, log, wakeOutbox } = options;
  try {
    // A key of the provider lives for a day: what was sent before it ended is found by its id.
    const known = request.attempts > 1 ? await provider.listRefunds(request.paymentIntent) : [];
    const fact = known.find(({ requestId }) => requestId === request.id) ?? (await provider.refund(request));
    await db.transaction().execute(async (trx) => {
      await takeFact(trx, { ...fact, requestId: request.id }, now());
      await settleRefund(trx, request.id, { now: now(), refusal: null });
      await settleRefundedItem(trx, request.id, { now: now(), refusal: null });
    });
    wakeOutbox();
  } catch (error) {
    const about = { err: error, refundId: request.id, attempt: request.attempts };
    if (error instanceof ProviderRefusal && isFinalRefusal({ ...request, code: error.code })) {
      log.error(about, 'the payment provider refused a refund');
      // Made at the provider, and not heard of yet.
      const others = error.code === 'charge_already_refunded' ? await listKnown(options, request) : [];
      await db.transaction().execute(async (trx) => {
        for (const fact of others) await takeFact(trx, fact, now());
        await settleRefund(trx, request.id, { now: now(), refusal: error.code });
        await fulfil(trx, request.orderId, now());
        await settleRefundedItem(trx, request.id, { now: now(), refusal: error.code });
      });
      wakeOutbox();
      return;
    }
    log.warn(about, 'a refund could not be sent: it is tried again');
    await postponeRefund(db, request.id, new Date(now().getTime() + refundDelay(request.attempts)));
  }
}

/** Their messages say the same later. */
function listKnown({ provider, log }: SendRefundOptions, { paymentIntent, id }: ClaimedRefund) {
  return provider.listRefunds(paymentIntent).catch((error: unknown) => {
    log.warn({ err: error, refundId: id }, 'the refunds of a payment could not be read');
    return [];
  });
}
