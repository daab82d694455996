/** Prices of the payment provider in words. Pure. */
import { formatMoney } from '../../../ui/money/money.ts';
import type { ProviderPrice } from './prices.queries.ts';

/** "€14.99, Rotterdam Rumble 7, main card" */
export function priceWords({ unit_amount, currency, name }: ProviderPrice) {
  return `${formatMoney(unit_amount, currency)}, ${name}`;
}

/** What else is sold by this price: buying it opens all of that. */
export function soldWith({ usedBy }: ProviderPrice, own: { eventId: string; blockId: string | null }) {
  return usedBy
    .filter(({ eventId, blockId }) => eventId !== own.eventId || blockId !== own.blockId)
    .map(({ eventName, blockName }) => (blockName === null ? eventName : `${eventName}, ${blockName}`));
}
