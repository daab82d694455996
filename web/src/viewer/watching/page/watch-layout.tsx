import { Anchor, Skeleton } from '@mantine/core';
import { blockPhase, hasReplay, streamToShow } from '@ringside/rules/card';
import type { Phase } from '@ringside/rules/event-words';
import { placeOf } from '@ringside/rules/event-words';
import { lazy, type MouseEvent, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { Stage } from '../../../media/stage.tsx';
import { usePreferences } from '../../../media/use-preferences.ts';
import { paths } from '../../../paths.ts';
import { useIsTakenOver } from '../../../rendering.ts';
import { PhaseBadge } from '../../../ui/badges/badges.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageTitle } from '../../../ui/page/page-title.tsx';
import { EventPicture } from '../../../ui/pictures/event-picture.tsx';
import { DateTime, VenueTime } from '../../../ui/time/date-time.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import { BannerLine } from '../../competitions/banner-line.tsx';
import type { Block, Competition } from '../../competitions/competition-types.ts';
import { LiveBlockBadge } from '../../competitions/live-block-badge.tsx';
import { sellsTickets } from '../../competitions/sells-tickets.ts';
import { useKnownPicture } from '../../competitions/use-known-picture.ts';
import { TicketsSection } from '../../shop/tickets/tickets-section.tsx';
import { useNeedsTicket } from '../use-needs-ticket.ts';
import classes from './watch-layout.module.css';
import { focusTab, useIsNarrow, WatchPanel, type WatchTab, WatchTabs } from './watch-tabs.tsx';

const CardBeside = lazyPart(() => import('./card-beside.tsx').then((file) => file.CardBeside));

interface Props {
  competition: Competition;
  block: Block;
  stage: ReactNode;
}

const MarkdownText = lazy(() =>
  import('../../../ui/markdown/markdown-text.tsx').then((file) => ({ default: file.MarkdownText })),
);

/** The video with its title and facts; beside it, or in tabs below it on a narrow screen, the cameras and the card. */
export function WatchLayout({ competition, block, stage }: Props) {
  const phase = useClock((now) => blockPhase(block, now));
  // A video has priority, so the card is rendered right after it. A page that the server has rendered shows no video.
  const isTakenOver = useIsTakenOver();
  const hasStage = useDeferredValue(true, !isTakenOver);
  const { isTheatre } = usePreferences();
  const needsTicket = useNeedsTicket(competition.slug, block);
  const isWatched = useSession().isLoggedIn && phase !== 'upcoming' && !needsTicket;
  const isNarrow = useIsNarrow();
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState<WatchTab>();
  const chosen = wanted ?? (needsTicket ? 'tickets' : 'card');
  const tabs: WatchTab[] = ['card', 'about'];
  if (needsTicket || sellsTickets(competition)) tabs.splice(1, 0, 'tickets');
  const tickets = needsTicket ? { blockId: block.id } : isNarrow && chosen === 'tickets' ? {} : undefined;
  /** A link to the tickets, in the place of the picture, leads into their tab. */
  function onClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a[href="#tickets"]')) setWanted('tickets');
  }
  function openCard() {
    setWanted('card');
    focusTab('card');
  }
  const panel = { chosen, isNarrow };
  return (
    <>
      <PageTitle>{`${block.name} · ${competition.name}`}</PageTitle>
      <BannerLine banner={competition.banner} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links are pressed, by key too */}
      <div className={classes.watch} data-theatre={isTheatre || undefined} onClick={onClick}>
        <div className={classes.stage} data-picture={competition.slug}>
          {stage}
        </div>
        <div className={classes.strip} ref={setStrip}>
          {isNarrow ? (
            <p className={classes.stripFacts}>
              <ShownBadge block={block} phase={phase} featuredId={competition.featuredStreamId} />
              <DateTime instant={block.startDate} servedZone={competition.timezone} />
            </p>
          ) : null}
        </div>
        <div className={classes.about}>
          <BlockHeading competition={competition} block={block} />
        </div>
        <div className={classes.tabs}>
          {isNarrow ? <WatchTabs tabs={tabs} chosen={chosen} onChoose={setWanted} /> : null}
        </div>
        <div className={classes.details}>
          <WatchPanel tab="about" {...panel}>
            <BlockFacts competition={competition} block={block} phase={phase} />
            {isNarrow && chosen === 'about' && competition.contentHtml ? (
              <Suspense fallback={null}>
                <MarkdownText html={competition.contentHtml} />
              </Suspense>
            ) : null}
          </WatchPanel>
        </div>
        <div className={classes.side}>
          <WatchPanel tab="tickets" {...panel}>
            {tickets ? <TicketsSection key={block.id} competition={competition} {...tickets} /> : null}
          </WatchPanel>
          <WatchPanel tab="card" {...panel}>
            {hasStage ? (
              <Suspense fallback={null}>
                <CardBeside
                  {...{ competition, block, phase, isWatched }}
                  strip={isNarrow ? strip : null}
                  onStrip={openCard}
                />
              </Suspense>
            ) : null}
          </WatchPanel>
        </div>
      </div>
    </>
  );
}

type HeadingProps = Omit<Props, 'stage'>;

function BlockHeading({ competition, block }: HeadingProps) {
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
    </header>
  );
}

function BlockFacts({ competition, block, phase }: HeadingProps & { phase: Phase }) {
  const place = placeOf(block.location) || placeOf(competition.location);
  return (
    <div className={classes.heading}>
      <p className={classes.facts}>
        <ShownBadge block={block} phase={phase} featuredId={competition.featuredStreamId} />
        <DateTime instant={block.startDate} servedZone={competition.timezone} />
        <span className={classes.where}>
          <span className={classes.venueTime}>
            <VenueTime instant={block.startDate} venueZone={competition.timezone} />
          </span>
          <span className={classes.place}>{place}</span>
        </span>
      </p>
      {block.description ? <p className={classes.description}>{block.description}</p> : null}
    </div>
  );
}

interface BadgeProps {
  block: Block;
  phase: Phase;
  featuredId: string | null;
}

/** Of the stream that is shown: one camera may have ended while another one is live. */
function ShownBadge({ block, phase, featuredId }: BadgeProps) {
  const chosenId = useSearchParams()[0].get('stream');
  const shown = streamToShow(block, { chosenId, featuredId });
  if (phase === 'upcoming') return null;
  if (phase === 'past') return <PhaseBadge>{hasReplay(block) ? 'Replay' : 'Ended'}</PhaseBadge>;
  if (shown?.broadcast === 'ended') return <PhaseBadge>Replay</PhaseBadge>;
  return <LiveBlockBadge block={shown ? { ...block, liveStreams: [shown] } : block} />;
}

/** The layout of the page while its competition loads. */
export function WatchSkeleton({ slug }: { slug: string }) {
  const { isTheatre } = usePreferences();
  const pictureId = useKnownPicture(slug);
  return (
    <div className={classes.watch} data-theatre={isTheatre || undefined}>
      <div className={classes.stage} data-picture={slug}>
        <Stage poster={pictureId ? <EventPicture pictureId={pictureId} sizes="100vw" isPriority /> : null} />
      </div>
      <div className={classes.strip} />
      <div className={classes.about} aria-hidden>
        <Skeleton height={14} width={180} />
        <Skeleton height={40} width="60%" />
      </div>
      <div className={classes.tabs} />
      <div className={classes.details} aria-hidden>
        <Skeleton height={20} width="40%" />
      </div>
      <div className={classes.side} aria-hidden>
        <Skeleton height={26} width={120} />
        <Skeleton height={96} />
        <Skeleton height={96} />
      </div>
    </div>
  );
}
