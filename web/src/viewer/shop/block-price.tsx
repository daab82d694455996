import { formatMoney } from '../../ui/money/money.ts';
import classes from './block-price.module.css';
import type { Offer } from './shop.queries.ts';
import { useOffers } from './use-offers.ts';

interface Props {
  competitionId: string;
  block: { id: string; name: string };
}

/** What a block costs, as a link to the tickets of the page; of a block that is not sold alone, what the event costs. */
export function BlockPrice({ competitionId, block }: Props) {
  const { data } = useOffers(competitionId);
  const shown = pricedOffer(data?.data ?? [], block.id);
  if (!shown?.price) return null;
  const amount = formatMoney(shown.price.unit_amount, shown.price.currency);
  const kind = shown.blockId === null ? 'whole event' : 'ticket';
  return (
    <a href="#tickets" className={classes.price} aria-label={`${amount} ${kind}: ${block.name}`}>
      <span className={`display tabular ${classes.amount}`}>{amount}</span>{' '}
      <span className={classes.kind}>{kind}</span>
    </a>
  );
}

/** The offer that opens the block and can be bought now. */
function pricedOffer(offers: readonly Offer[], id: string): Offer | undefined {
  const own = offers.find(({ blockId }) => blockId === id);
  if (own?.state === 'part-of-event')
    return offers.find(({ blockId, state }) => blockId === null && state === 'on-sale');
  return own?.state === 'on-sale' ? own : undefined;
}
