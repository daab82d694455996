import Stripe from 'stripe';
import { ProviderAway, ProviderRefusal } from '../payment-provider.ts';

/** How patient a call is while a person waits. */
export const waiting = { timeout: 5_000, maxNetworkRetries: 1 };
/** How patient a job is. */
export const working = { timeout: 10_000, maxNetworkRetries: 2 };

/** A call of the provider. @throws ProviderAway, ProviderRefusal */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Anything else may pass: a lost connection, a 5xx, too many calls, a key that is being replaced, a 409 while the same
    // call still runs.
    const { StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;
    if (error instanceof StripeIdempotencyError && error.statusCode !== 409)
      throw new ProviderRefusal('idempotency_error', { cause: error });
    if (error instanceof StripeInvalidRequestError && error.statusCode !== 409)
      throw new ProviderRefusal(error.code ?? error.param ?? 'invalid-request', {
        param: error.param ?? null,
        cause: error,
      });
    if (error instanceof Stripe.errors.StripeError)
      throw new ProviderAway(`the payment provider does not answer: ${error.type}`, { cause: error });
    throw error;
  }
}
