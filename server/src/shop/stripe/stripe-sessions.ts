/** The paid sessions of this platform, for a database that has lost their orders. */
import type Stripe from 'stripe';
import type { OwnSession, PaymentProvider } from '../payment-provider.ts';
import { ask, working } from './ask.ts';
import { readSession } from './stripe-facts.ts';

export function sessionCalls(
  stripe: Stripe,
  platformId: string | undefined,
): Pick<PaymentProvider, 'listOwnSessions'> {
  return {
    async *listOwnSessions(since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      let startingAfter: string | undefined;
      do {
        const page = await ask(() =>
          stripe.checkout.sessions.list(
            {
              created,
              status: 'complete',
              limit: 100,
              expand: ['data.line_items'],
              ...(startingAfter ? { starting_after: startingAfter } : {}),
            },
            working,
          ),
        );
        for (const session of page.data) {
          const own = toOwnSession(session, platformId);
          if (own) yield own;
        }
        startingAfter = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (startingAfter !== undefined);
    },
  };
}

function toOwnSession(
  session: Stripe.Checkout.Session,
  platformId: string | undefined,
): OwnSession | undefined {
  const fact = readSession(session, platformId);
  if (!fact?.isOwn) return undefined;
  const price = session.line_items?.data[0]?.price;
  return {
    fact,
    email: (session.customer_email ?? session.customer_details?.email ?? '').toLowerCase(),
    priceId: price?.id ?? '',
    price:
      typeof price?.unit_amount === 'number' ? { amount: price.unit_amount, currency: price.currency } : null,
    createdAt: new Date(session.created * 1_000).toISOString(),
    successUrl: session.success_url ?? '',
    cancelUrl: session.cancel_url ?? '',
  };
}
