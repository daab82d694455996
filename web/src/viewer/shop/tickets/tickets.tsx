import { Skeleton } from '@mantine/core';
import { useEffect, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import type { SoldOccasion } from '../buying/buy-form.tsx';
import { keepPromotion } from '../buying/link-promotion.ts';
import type { Offer } from '../shop.queries.ts';
import { inWords, itemName } from '../sold-items.ts';
import { useOffers } from '../use-offers.ts';
import { OfferCard } from './offer-card.tsx';
import classes from './tickets.module.css';

/** What the section has to know of the competition of its page. */
export interface SoldCompetition {
  id: string;
  name: string;
  startDate: string;
  timezone: string;
  blocks: readonly { id: string; name: string; startDate: string; paymentRequired: boolean }[];
}

export interface TicketsProps {
  competition: SoldCompetition;
  /** The block of the page: only its own offer and the one of the whole event are shown. */
  blockId?: string;
}

/** Prices, what they contain and how to buy it, also for visitors who are not signed in (docs/product.md, 25.1). */
export function Tickets({ competition, blockId }: TicketsProps) {
  const titleId = useId();
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  useEffect(() => keepPromotion({ pathname, search }), [pathname, search]);
  const { data, isPending, isError, refetch } = useOffers(competition.id);
  const offers = shownOffers(data?.data ?? [], blockId);
  if (data && offers.length === 0) return null;
  const isCanceled = new URLSearchParams(search).get('checkout') === 'canceled';
  return (
    <section aria-labelledby={titleId} className={classes.tickets}>
      <h2 id={titleId} className={classes.title}>
        Tickets
      </h2>
      {isLoggedIn || !offers.some(({ state }) => state === 'on-sale') ? null : (
        <p className={classes.text}>
          {'Already bought? '}
          <Link to={paths.login.href(pathname)} className={classes.link}>
            Sign in
          </Link>
        </p>
      )}
      {isCanceled ? (
        <p role="status" className={classes.notice}>
          You have left the payment page. Nothing was paid.
        </p>
      ) : null}
      {isPending ? <Skeleton height={148} /> : null}
      {isError && !data ? (
        <div className={classes.offer}>
          <p className={classes.text}>The prices could not be loaded.</p>
          <button type="button" className={classes.retry} onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      ) : null}
      {offers.length > 0 ? (
        <ul className={classes.list}>
          {offers.map((offer) => (
            <li key={offer.blockId ?? offer.eventId}>
              <OfferCard
                offer={offer}
                name={nameOf(offer, competition)}
                contents={contentsOf(offer, competition)}
                occasion={occasionOf(offer, competition)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Upgrade offers={data?.data ?? []} competition={competition} />
    </section>
  );
}

/** On the page of the event, a block without a price of its own is a line of the event's offer. */
export function shownOffers(offers: readonly Offer[], blockId: string | undefined) {
  if (blockId === undefined) return offers.filter(({ state }) => state !== 'part-of-event');
  const own = offers.filter((offer) => offer.blockId === blockId);
  return own.length === 0 ? [] : [...own, ...offers.filter((offer) => offer.blockId === null)];
}

export function nameOf(offer: Offer, { name, blocks }: SoldCompetition) {
  if (offer.blockId === null) return `All of ${name}`;
  return blocks.find(({ id }) => id === offer.blockId)?.name ?? offer.contains[0]?.blockName ?? 'One session';
}

export function occasionOf(
  offer: Offer,
  { name, startDate, timezone, blocks }: SoldCompetition,
): SoldOccasion {
  if (offer.blockId === null) return { eventName: null, startDate, timezone };
  const block = blocks.find(({ id }) => id === offer.blockId);
  return { eventName: name, startDate: block?.startDate ?? startDate, timezone };
}

/** What the price opens, in one sentence. A price may open several events. */
export function contentsOf(offer: Offer, { blocks }: SoldCompetition) {
  const others = offer.contains
    .filter(
      (item) => item.eventId !== offer.eventId || (offer.blockId !== null && item.blockId !== offer.blockId),
    )
    .map(({ blockName, eventName, eventId }) =>
      blockName === null
        ? `all of ${eventName}`
        : eventId === offer.eventId
          ? blockName
          : `${blockName} of ${eventName}`,
    );
  const paid = blocks.filter(({ paymentRequired }) => paymentRequired).map((block) => block.name);
  const own =
    offer.blockId === null
      ? paid.length > 1
        ? `The whole event, all sessions: ${inWords(paid)}`
        : 'The whole event, all sessions'
      : 'This session, on two devices at a time';
  const all = others.length > 0 ? `${own}. Also opens ${inWords(others)}.` : `${own}.`;
  const held = offer.state === 'owned' ? [] : offer.held.map(itemName);
  return held.length > 0 ? `${all} You have ${inWords(held)} already; that is not taken off the price.` : all;
}

/** Who has one block learns what the whole event costs them before they pay. */
function Upgrade({ offers, competition }: { offers: readonly Offer[]; competition: SoldCompetition }) {
  const { isLoggedIn } = useSession();
  const whole = offers.find(({ blockId }) => blockId === null);
  const owned = offers.filter(({ blockId, state }) => blockId !== null && state === 'owned');
  if (!isLoggedIn || whole?.state !== 'on-sale' || owned.length === 0) return null;
  const names = owned.map(
    ({ blockId }) => competition.blocks.find(({ id }) => id === blockId)?.name ?? 'a session',
  );
  return (
    <p className={classes.text}>
      {`You have ${inWords(names)} already. The whole event adds the other sessions; it costs its full price, and what you paid before is not taken off.`}
    </p>
  );
}
