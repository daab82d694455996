import pLimit from 'p-limit';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem, validationProblem } from '../../http/problems.ts';
import { type PaymentProvider, SignatureError } from '../payment-provider.ts';
import { takeEvent } from './fulfil.ts';

interface Deps {
  db: Db;
  now: () => Date;
  paymentProvider: PaymentProvider;
  /** Called after the commit. */
  wakeOutbox: () => void;
  wakeShop: () => void;
  /** Something was paid with this promotion code. */
  onPromotion: (id: string) => void;
}

/** A sale sends hundreds of events a second: half of the connections to the database stay free for viewers. */
const atOnce = 5;
/** The provider sends again what is refused. */
const mostWaiting = 500;

export function webhookHandlers(deps: Deps): Handlers<'handleStripeWebhook'> {
  const { db, now, paymentProvider: provider } = deps;
  const limit = pLimit(atOnce);
  /** In the order of arrival. @throws problem 503 when too many wait. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= mostWaiting)
      throw problem('service-unavailable', { headers: { 'retry-after': '5' } });
    return limit(work);
  };

  return {
    async handleStripeWebhook({ request }) {
      const signature = String(request.headers['stripe-signature'] ?? '');
      const event = await provider.readEvent(request.rawBody ?? '', signature, now()).catch((error) => {
        if (!(error instanceof SignatureError)) throw error;
        request.log.warn({ err: error }, 'a webhook call was refused');
        throw validationProblem([
          {
            detail: 'The signature does not fit the body.',
            pointer: '/Stripe-Signature',
            location: 'header',
          },
        ]);
      });
      // Anything that fails is a 5xx, and the provider sends the event again.
      const effect = await inTurn(() => takeEvent(db, event, now()));
      if (effect?.hasMail) deps.wakeOutbox();
      if (effect?.isDue) deps.wakeShop();
      const { fact } = event;
      if (effect && fact?.kind === 'session' && fact.promotionCodeId) deps.onPromotion(fact.promotionCodeId);
      return { status: 204 };
    },
  };
}
