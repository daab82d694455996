import { Button } from '@mantine/core';
import { type Phase, phaseOf, placeOf } from '@ringside/rules/event-words';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { LiveBadge, PhaseBadge } from '../../../ui/badges/badges.tsx';
import { EventPicture } from '../../../ui/pictures/event-picture.tsx';
import { VenueTime } from '../../../ui/time/date-time.tsx';
import { formatDateTime } from '../../../ui/time/time.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Purchase } from '../shop.queries.ts';
import { itemHref, itemName } from '../sold-items.ts';
import classes from './bought-item.module.css';

type Item = Purchase['items'][number];

interface Props {
  item: Item;
  /** Whether the purchase gives the access now. */
  isOpen: boolean;
}

/** An event or a block as its ticket shows it: when and where it is, and what can be done with it now. */
export function BoughtItem({ item, isOpen }: Props) {
  const { occasion } = item;
  if (occasion === null) return <Name item={item} />;
  return <Planned item={item} occasion={occasion} isOpen={isOpen} />;
}

function Planned({ item, occasion, isOpen }: Props & { occasion: NonNullable<Item['occasion']> }) {
  const phase = useClock((now) => phaseOf(occasion, now));
  const place = placeOf(occasion.location);
  return (
    <article className={classes.item}>
      <div className={classes.picture}>
        <EventPicture pictureId={occasion.pictureId} sizes="(min-width: 40em) 12rem, 6.5rem" />
        <span className={classes.badge}>
          <Badge phase={phase} />
        </span>
      </div>
      <div className={classes.words}>
        <Name item={item} />
        <div>
          <p className={classes.when}>
            <time dateTime={occasion.startDate}>{formatDateTime(occasion.startDate)}</time>
          </p>
          <p className={classes.place}>
            <VenueTime instant={occasion.startDate} venueZone={occasion.timezone} />
          </p>
          {place ? <p className={classes.place}>{place}</p> : null}
        </div>
      </div>
      {isOpen ? <Action item={item} phase={phase} /> : null}
    </article>
  );
}

function Badge({ phase }: { phase: Phase }) {
  if (phase === 'live') return <LiveBadge />;
  return <PhaseBadge>{phase === 'past' ? 'Replay' : 'Upcoming'}</PhaseBadge>;
}

function Name({ item }: { item: Item }) {
  const { eventName, blockName, isDeleted } = item;
  return (
    <div>
      <h2 className={`display ${classes.name}`}>
        {isDeleted ? (
          `${itemName(item)} (no longer available)`
        ) : (
          <Link to={itemHref(item)} className={classes.link} aria-label={itemName(item)}>
            {blockName ?? eventName}
          </Link>
        )}
      </h2>
      {isDeleted || blockName === null ? null : <p className={classes.place}>{eventName}</p>}
    </div>
  );
}

function Action({ item, phase }: { item: Item; phase: Phase }) {
  const { label, href } = actionOf(item, phase);
  return (
    <Button
      component={Link}
      to={href}
      className={classes.action}
      variant={phase === 'live' ? 'filled' : 'default'}
      leftSection={phase === 'upcoming' ? null : <IconPlayerPlayFilled size={18} aria-hidden />}
      aria-label={`${label}: ${itemName(item)}`}
    >
      {label}
    </Button>
  );
}

/** A whole event has a page for what is live, and its replays are listed on its own. */
function actionOf(item: Item, phase: Phase) {
  const { blockId, eventSlug } = item;
  const event = paths.competition.href(eventSlug);
  if (phase === 'upcoming') return { label: 'See the event', href: event };
  if (blockId !== null)
    return { label: phase === 'live' ? 'Watch live' : 'Watch the replay', href: itemHref(item) };
  return phase === 'live'
    ? { label: 'Watch live', href: paths.live.href(eventSlug) }
    : { label: 'See the replays', href: event };
}
