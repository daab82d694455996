import { IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../ui/money/money.ts';
import { DateTime } from '../../../ui/time/date-time.tsx';
import { BuyButton } from '../buying/buy-button.tsx';
import type { SoldOccasion } from '../buying/buy-form.tsx';
import { PaidHereNote } from '../paid-here/paid-here-note.tsx';
import { usePaidHere } from '../paid-here/use-paid-here.ts';
import type { Offer } from '../shop.queries.ts';
import classes from './tickets.module.css';

interface Props {
  offer: Offer;
  name: string;
  contents: string;
  occasion: SoldOccasion;
}

/** One price: what it opens, what it costs, and what its buyer can do now. */
export function OfferCard({ offer, name, contents, occasion }: Props) {
  const { price, state, accessEndDate } = offer;
  const isPriced = price !== null && state !== 'owned' && state !== 'part-of-event';
  return (
    <article className={classes.offer} aria-label={name}>
      <div className={classes.head}>
        <h3 className={`display ${classes.name}`}>{name}</h3>
        {isPriced ? (
          <span className={`display tabular ${classes.price}`}>
            {formatMoney(price.unit_amount, price.currency)}
          </span>
        ) : null}
      </div>
      <p className={classes.text}>{contents}</p>
      {accessEndDate ? (
        <State isGood>
          <span>
            You have access until <DateTime instant={accessEndDate} venueZone={occasion.timezone} />
          </span>
        </State>
      ) : null}
      <OfferAction offer={offer} name={name} contents={contents} occasion={occasion} />
    </article>
  );
}

function OfferAction({ offer, name, contents, occasion }: Props) {
  const { state, saleStartDate, saleEndDate } = offer;
  const at = (instant: string) => <DateTime instant={instant} venueZone={occasion.timezone} />;
  switch (state) {
    case 'owned':
      return (
        <State isGood>
          <span>You have access</span>
        </State>
      );
    case 'pending':
      return (
        <>
          <State>
            <span>
              Payment received, unlocking. Some payment methods take a few days; you get the access by itself,
              and a mail. If that is too late, pay at once: what arrives second goes back.
            </span>
          </State>
          <BuyNow offer={offer} name={name} contents={contents} occasion={occasion} isSecondary />
        </>
      );
    case 'part-of-event':
      return <p className={classes.text}>It is not sold alone: it comes with the whole event.</p>;
    case 'disputed':
      return (
        <State>
          <span>
            You have paid for this, and your bank is deciding about a dispute of the payment. If it is a
            mistake, ask your bank to withdraw it.
          </span>
        </State>
      );
    case 'sale-ended':
      return (
        <State>
          {saleEndDate ? <span>The sale ended {at(saleEndDate)}</span> : <span>The sale has ended</span>}
        </State>
      );
    case 'not-on-sale':
      return (
        <State>
          {saleStartDate ? <span>On sale from {at(saleStartDate)}</span> : <span>Not on sale</span>}
        </State>
      );
    case 'on-sale':
      return (
        <>
          {saleEndDate ? <p className={classes.text}>On sale until {at(saleEndDate)}</p> : null}
          <Buy offer={offer} name={name} contents={contents} occasion={occasion} />
        </>
      );
  }
}

function Buy({ offer, name, contents, occasion }: Props) {
  const paid = usePaidHere(offer);
  if (paid && paid.state !== 'other') return <PaidHereNote {...paid} />;
  return (
    <>
      {paid ? <PaidHereNote {...paid} /> : null}
      <BuyNow
        offer={offer}
        name={name}
        contents={contents}
        occasion={occasion}
        isSecondary={paid !== undefined}
      />
    </>
  );
}

function BuyNow({ offer, name, contents, occasion, isSecondary }: Props & { isSecondary: boolean }) {
  const { price, stripePriceId } = offer;
  if (price === null || stripePriceId === null)
    return (
      <State>
        <span>The price is not available at the moment. This page shows it as soon as it is.</span>
      </State>
    );
  const amount = formatMoney(price.unit_amount, price.currency);
  return (
    <BuyButton
      className={classes.action}
      isSecondary={isSecondary}
      sale={{ stripePriceId, amount, name, contents, occasion }}
    />
  );
}

function State({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) {
  const Icon = isGood ? IconCircleCheckFilled : IconClock;
  return (
    <p className={classes.state} data-good={isGood || undefined}>
      <Icon size={20} aria-hidden />
      {children}
    </p>
  );
}
