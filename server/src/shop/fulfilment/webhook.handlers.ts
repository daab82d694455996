import pLimit from 'p-limit';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { ForeignEvent, type PaymentProvider, SignatureError } from '../payment-provider.ts';
import { providerProblem } from '../provider-problems.ts';
import { LostOrder, takeEvent, WrongSum } from './fulfil.ts';
import { storeWebhookFault } from './webhook-faults.repository.ts';

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
      const event = await provider.readEvent(request.rawBody ?? '', signature, now()).catch(async (error) => {
        if (error instanceof ForeignEvent) {
          request.log.error({ err: error }, 'an event of the payment provider is not ours');
          await storeWebhookFault(db, { pointer: error.pointer, detail: error.message, now: now() });
          throw validationProblem([bodyIssue(error.pointer, error.message)]);
        }
        if (!(error instanceof SignatureError))
          throw providerProblem(request, error, () => problem('service-unavailable'));
        request.log.warn({ err: error }, 'a webhook call was refused');
        throw validationProblem([
          {
            detail: 'The signature does not fit the body.',
            pointer: '/Stripe-Signature',
            location: 'header',
          },
        ]);
      });
      const { versionFault } = event;
      if (versionFault !== undefined) {
        request.log.warn({ eventId: event.id }, versionFault);
        await storeWebhookFault(db, { pointer: '/api_version', detail: versionFault, now: now() });
      }
      // Anything that fails is a 5xx, and the provider sends the event again.
      const effect = await inTurn(() => takeEvent(db, event, now())).catch((error) => {
        if (error instanceof WrongSum) {
          request.log.error({ err: error, eventId: event.id }, 'another sum was paid than the price');
          throw validationProblem([
            bodyIssue('/data/object/amount_subtotal', 'It is not the price of the order.'),
          ]);
        }
        if (!(error instanceof LostOrder)) throw error;
        request.log.error({ err: error, eventId: event.id }, 'a purchase has no order');
        throw validationProblem([bodyIssue('/data/object/metadata/orderId', 'There is no such order.')]);
      });
      if (effect?.hasMail) deps.wakeOutbox();
      if (effect?.isDue) deps.wakeShop();
      const { fact } = event;
      if (effect && fact?.kind === 'session' && fact.promotionCodeId) deps.onPromotion(fact.promotionCodeId);
      return { status: 204 };
    },
  };
}
