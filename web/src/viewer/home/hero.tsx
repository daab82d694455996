import { Button } from '@mantine/core';
import type { Phase } from '@ringside/rules/event-words';
import { isLongName, placeOf } from '@ringside/rules/event-words';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { LiveBadge } from '../../ui/badges/badges.tsx';
import { EventPicture } from '../../ui/pictures/event-picture.tsx';
import { DateTime } from '../../ui/time/date-time.tsx';
import { MainEvent, mainEventInWords } from '../bouts/main-event.tsx';
import type { CompetitionItem } from '../finding/finding.queries.ts';
import { BigCountdown } from './big-countdown.tsx';
import classes from './hero.module.css';

interface Props {
  competition: CompetitionItem;
  phase: Phase;
}

const labels = { live: 'Live now', upcoming: 'Next up', past: 'Latest replay' } satisfies Record<
  Phase,
  string
>;

/** The featured event: the live one, or else the next one, or else the last one. */
export function Hero({ competition, phase }: Props) {
  const { name, slug, description, pictureId, startDate, timezone, location, mainEvent } = competition;
  const place = placeOf(location);
  const isLive = phase === 'live';
  return (
    <section className={`on-stage ${classes.hero}`} aria-label={labels[phase]}>
      <div className={classes.picture} data-picture={slug}>
        <EventPicture pictureId={pictureId} sizes="100vw" isPriority />
      </div>
      <div className={classes.inner} data-over-picture>
        <div className={classes.words}>
          <p className={classes.facts}>
            {isLive ? (
              <LiveBadge size="lg" />
            ) : (
              <span className={`eyebrow ${classes.next}`}>{labels[phase]}</span>
            )}
            <span>{place}</span>
          </p>
          <h1 className={`display ${classes.name}`} data-long={isLongName(name) || undefined}>
            {name}
          </h1>
          {description ? <p className={classes.description}>{description}</p> : null}
          {mainEvent && mainEventInWords(mainEvent) ? (
            <MainEvent bout={mainEvent} competitionSlug={slug} />
          ) : null}
          {isLive ? null : (
            <>
              {phase === 'upcoming' ? <BigCountdown to={startDate} /> : null}
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
              >
                Watch live
              </Button>
            ) : null}
            <Button
              component={Link}
              to={paths.competition.href(slug)}
              size="lg"
              className={isLive ? classes.secondary : undefined}
            >
              See the card
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
