import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { formatMoney } from '../../../ui/money/money.ts';
import { BuyButton } from '../buying/buy-button.tsx';
import { type PaidHere, usePaidHere } from '../paid-here/use-paid-here.ts';
import type { Offer } from '../shop.queries.ts';
import { useOffers } from '../use-offers.ts';
import classes from './ticket-action.module.css';
import {
  contentsOf,
  nameOf,
  occasionOf,
  type SoldCompetition,
  shownOffers,
  type TicketsProps,
} from './tickets.tsx';

/** In the place of a video. One offer opens its dialog; anything else leads to the tickets of the page. */
export function TicketButton({ competition, blockId }: Required<TicketsProps>) {
  const paid = usePaidHere({ eventId: competition.id, blockId });
  const { data, isPending } = useOffers(competition.id);
  const offers = shownOffers(data?.data ?? [], blockId);
  if (isPending) return <span className={classes.place} />;
  if (data && offers.length === 0) return null;

  // What was paid on this device is not offered again here; the tickets of the page say more.
  const nextStep = paid && nextStepWords[paid.state];
  if (nextStep)
    return (
      <Button component={Link} to={paths.checkout.href({ checkoutId: paid.checkoutId })}>
        {nextStep}
      </Button>
    );
  const sales = paid ? [] : offers.filter(isOnSale);
  const [cheapest] = sales.toSorted((a, b) => a.price.unit_amount - b.price.unit_amount);
  if (cheapest && sales.length === 1) return <Buy offer={cheapest} competition={competition} />;
  return (
    <Button component="a" href="#tickets" leftSection={icon}>
      {cheapest ? `Tickets from ${amountOf(cheapest)}` : 'See the tickets'}
    </Button>
  );
}

/** As the page after the payment says it, to which the button leads. */
const nextStepWords: Partial<Record<PaidHere['state'], string>> = {
  unlocking: 'Payment received, unlocking',
  paid: 'Paid. One thing is left',
};

type Sale = Offer & { price: NonNullable<Offer['price']>; stripePriceId: string };

const isOnSale = (offer: Offer): offer is Sale =>
  offer.state === 'on-sale' && offer.price !== null && offer.stripePriceId !== null;

const amountOf = ({ price }: Sale) => formatMoney(price.unit_amount, price.currency);

const icon = <IconTicket size={20} aria-hidden />;

function Buy({ offer, competition }: { offer: Sale; competition: SoldCompetition }) {
  const sale = {
    stripePriceId: offer.stripePriceId,
    amount: amountOf(offer),
    name: nameOf(offer, competition),
    contents: contentsOf(offer, competition),
    occasion: occasionOf(offer, competition),
  };
  return <BuyButton sale={sale} />;
}
