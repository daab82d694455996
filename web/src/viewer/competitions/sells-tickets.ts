import type { Competition } from './competition-types.ts';

/** Whether the shop has anything to say about this competition. Pure. */
export function sellsTickets({ stripePriceId, blocks }: Pick<Competition, 'stripePriceId' | 'blocks'>) {
  return stripePriceId !== null || blocks.some(({ paymentRequired }) => paymentRequired);
}
