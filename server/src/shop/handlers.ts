/** The handlers of this area. */
import { gather, type Needs } from '../contract/gather.ts';
import { buyingHandlers } from './buying/buying.handlers.ts';
import { offerHandlers } from './buying/offer.handlers.ts';
import { priceHandlers } from './buying/price.handlers.ts';
import { listPricedItems } from './buying/sold-items.repository.ts';
import { claimHandlers } from './claims/claim.handlers.ts';
import { compensationHandlers } from './compensation/compensation.handlers.ts';
import { webhookHandlers } from './fulfilment/webhook.handlers.ts';
import { moveHandlers } from './orders/move.handlers.ts';
import { orderHandlers } from './orders/order.handlers.ts';
import { revocationHandlers } from './orders/revocation.handlers.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createPrices } from './prices/prices.ts';
import { bundleHandlers } from './promotion/bundle.handlers.ts';
import { countComplimentary } from './promotion/complimentary.repository.ts';
import { promotionHandlers } from './promotion/promotion.handlers.ts';
import { createPromotions } from './promotion/promotions.ts';
import { noProvider } from './provider-problems.ts';

const gathered = gather(
  buyingHandlers,
  claimHandlers,
  offerHandlers,
  priceHandlers,
  bundleHandlers,
  promotionHandlers,
  orderHandlers,
  revocationHandlers,
  moveHandlers,
  webhookHandlers,
  compensationHandlers,
);

type Own = 'paymentProvider' | 'prices' | 'promotions' | 'listItems' | 'countComplimentary' | 'onPromotion';

interface Platform extends Needs<typeof gathered, Own> {
  /** undefined: nothing can be bought. */
  paymentProvider: PaymentProvider | undefined;
  log: { warn: (fields: object, text: string) => void };
}

export function shopHandlers(platform: Platform) {
  const { db, now, log, paymentProvider = noProvider } = platform;
  const provider = paymentProvider;
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'a price could not be renewed: the last known one stays');
  const promotions = createPromotions({ db, provider, now });
  return gathered({
    ...platform,
    paymentProvider,
    promotions,
    prices: createPrices({ db, provider, now, onError }),
    listItems: (priceIds) => listPricedItems(db, priceIds),
    countComplimentary: (eventId) => countComplimentary(db, eventId),
    onPromotion: (id) => void promotions.learn(id).catch(onError),
  });
}
