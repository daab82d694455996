import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { LiveBadge } from '../ui/badges.tsx';
import { EventPicture } from '../ui/pictures/event-picture.tsx';
import { placeOf } from '../ui/place.ts';
import { DateTime } from '../ui/time/date-time.tsx';
import { BigCountdown } from './big-countdown.tsx';
import classes from './hero.module.css';
import type { CompetitionItem } from './use-competitions-by-phase.ts';

interface Props {
  competition: CompetitionItem;
  isLive: boolean;
}

/** The featured event: the live one, or else the next one. */
export function Hero({ competition, isLive }: Props) {
  const { name, slug, description, pictureId, startDate, timezone, location } = competition;
  const place = placeOf(location);
  return (
    <section className={classes.hero} aria-label={isLive ? 'Live now' : 'Next up'}>
      <div className={classes.picture}>
        <EventPicture pictureId={pictureId} sizes="100vw" isPriority />
      </div>
      <div className={classes.inner}>
        <div className={classes.words}>
          <p className={classes.facts}>
            {isLive ? <LiveBadge size="lg" /> : <span className={`eyebrow ${classes.next}`}>Next up</span>}
            <span>{place}</span>
          </p>
          <h1 className={`display ${classes.name}`}>{name}</h1>
          {description ? <p className={classes.description}>{description}</p> : null}
          {isLive ? null : (
            <>
              <BigCountdown to={startDate} />
              <p className={classes.when}>
                <DateTime instant={startDate} venueZone={timezone} />
              </p>
            </>
          )}
          <div className={classes.actions}>
            {isLive ? (
              <Button
                component={Link}
                to={paths.live.href(slug)}
                size="lg"
                leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
                className={classes.primary}
              >
                Watch live
              </Button>
            ) : null}
            <Button
              component={Link}
              to={paths.competition.href(slug)}
              size="lg"
              className={isLive ? classes.secondary : classes.primary}
            >
              See the card
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
