import { Button, Skeleton } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { LiveBadge, PhaseBadge } from '../ui/badges.tsx';
import { EventPicture } from '../ui/pictures/event-picture.tsx';
import { placeOf } from '../ui/place.ts';
import { DateTime } from '../ui/time/date-time.tsx';
import { phaseOf } from '../ui/time/time.ts';
import { useNow } from '../ui/time/use-now.ts';
import { blocksInOrder, liveBlock, nextBlock, watchableStreams } from './card.ts';
import classes from './competition-hero.module.css';
import type { Competition } from './competition-types.ts';
import { StageCountdown } from './stage-countdown.tsx';

/** Picture, name, time and place, and a button for the live block or the replay. */
export function CompetitionHero({ competition }: { competition: Competition }) {
  const { name, description, pictureId, startDate, timezone, location } = competition;
  const now = useNow();
  const isLive = liveBlock(competition, now) !== undefined;
  const phase = phaseOf(competition, now);
  const next = nextBlock(competition, now);
  const place = placeOf(location);
  return (
    <section className={classes.hero} aria-label={name}>
      <div className={classes.picture}>
        <EventPicture pictureId={pictureId} sizes="100vw" isPriority />
      </div>
      <div className={classes.inner}>
        <p className={classes.facts}>
          {isLive ? <LiveBadge size="lg" /> : null}
          {phase === 'past' ? <PhaseBadge>Replay</PhaseBadge> : null}
          <DateTime instant={startDate} venueZone={timezone} />
          {place ? <span>{place}</span> : null}
        </p>
        <h1 className={`display ${classes.name}`}>{name}</h1>
        {description ? <p className={classes.description}>{description}</p> : null}
        {!isLive && next ? (
          <div className={classes.countdown}>
            <StageCountdown
              to={next.startDate}
              label={phase === 'upcoming' ? 'Starts in' : `${next.name} starts in`}
            />
          </div>
        ) : null}
        <HeroAction competition={competition} isLive={isLive} />
      </div>
    </section>
  );
}

function HeroAction({ competition, isLive }: { competition: Competition; isLive: boolean }) {
  const { slug } = competition;
  const now = useNow();
  const replay = blocksInOrder(competition).find(
    (block) => phaseOf(block, now) === 'past' && watchableStreams(block).length > 0,
  );
  const href = isLive ? paths.live.href(slug) : replay && paths.block.href(slug, replay.slug);
  if (!href) return null;
  return (
    <Button
      component={Link}
      to={href}
      size="lg"
      leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
      className={classes.action}
    >
      {isLive ? 'Watch live' : 'Watch the replay'}
    </Button>
  );
}

export function CompetitionHeroSkeleton() {
  return (
    <section className={classes.hero} aria-hidden>
      <div className={classes.inner}>
        <Skeleton height={20} width={240} opacity={0.2} />
        <Skeleton height={72} width="min(100%, 40rem)" opacity={0.2} />
        <Skeleton height={24} width="min(80%, 30rem)" opacity={0.2} />
      </div>
    </section>
  );
}
