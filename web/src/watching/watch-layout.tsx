import { Anchor, Skeleton } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { blockAfter, blockPhase } from '../competitions/card.ts';
import type { Block, Competition } from '../competitions/competition-types.ts';
import { FightCard } from '../competitions/fight-card.tsx';
import { useAccess } from '../competitions/use-access.ts';
import { Stage } from '../media/stage.tsx';
import { LiveBadge, PhaseBadge } from '../ui/badges.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { placeOf } from '../ui/place.ts';
import { DateTime } from '../ui/time/date-time.tsx';
import type { Phase } from '../ui/time/time.ts';
import { useNow } from '../ui/time/use-now.ts';
import { StreamChoice } from './stream-choice.tsx';
import { UpNext } from './up-next.tsx';
import classes from './watch-layout.module.css';

interface Props {
  competition: Competition;
  block: Block;
  stage: ReactNode;
}

/** The video as large as the screen allows, then its title and facts, then the card. */
export function WatchLayout({ competition, block, stage }: Props) {
  const next = blockAfter(competition, block);
  const phase = blockPhase(block, useNow());
  // The video has priority: the card is rendered right after it.
  const hasStage = useDeferredValue(true, false);
  const access = useAccess(competition.slug);
  return (
    <>
      <PageTitle>{`${block.name} · ${competition.name}`}</PageTitle>
      <div className={classes.band}>
        <div className={classes.stage}>{stage}</div>
      </div>
      <div className={classes.below}>
        <div className={classes.about}>
          <BlockHeading competition={competition} block={block} phase={phase} />
          {phase === 'upcoming' ? null : <StreamChoice block={block} />}
          {next ? <UpNext competition={competition} block={next} /> : null}
        </div>
        <section aria-labelledby="card-title">
          <h2 id="card-title" className={classes.cardTitle}>
            The card
          </h2>
          {hasStage ? (
            <FightCard competition={competition} accesses={access} currentBlockId={block.id} />
          ) : null}
        </section>
      </div>
    </>
  );
}

function BlockHeading({ competition, block, phase }: Omit<Props, 'stage'> & { phase: Phase }) {
  const place = placeOf(block.location) || placeOf(competition.location);
  return (
    <header className={classes.heading}>
      <Anchor
        component={Link}
        to={paths.competition.href(competition.slug)}
        className={`eyebrow ${classes.event}`}
      >
        {competition.name}
      </Anchor>
      <h1 className={`display ${classes.name}`}>{block.name}</h1>
      <p className={classes.facts}>
        {phase === 'live' ? <LiveBadge /> : null}
        {phase === 'past' ? <PhaseBadge>Replay</PhaseBadge> : null}
        <DateTime instant={block.startDate} venueZone={competition.timezone} />
        {place ? <span>{place}</span> : null}
      </p>
      {block.description ? <p className={classes.description}>{block.description}</p> : null}
    </header>
  );
}

/** The layout of the page while its competition loads. */
export function WatchSkeleton() {
  return (
    <>
      <div className={classes.band}>
        <div className={classes.stage}>
          <Stage poster={null} />
        </div>
      </div>
      <div className={classes.below} aria-hidden>
        <div className={classes.about}>
          <Skeleton height={14} width={180} />
          <Skeleton height={40} width="60%" />
          <Skeleton height={20} width="40%" />
        </div>
        <div>
          <Skeleton height={26} width={120} mb="md" />
          <Skeleton height={96} mb="xs" />
          <Skeleton height={96} />
        </div>
      </div>
    </>
  );
}
