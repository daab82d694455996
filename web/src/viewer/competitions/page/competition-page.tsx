import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { useIsTakenOver } from '../../../rendering.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx';
import { FailedPage } from '../../../ui/page/failed-page.tsx';
import { PageTitle } from '../../../ui/page/page-title.tsx';
import { EmptyState } from '../../../ui/state/state-panel.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import { boutsOf } from '../../bouts/bouts.queries.ts';
import type { BoutMoments } from '../../bouts/night/night-words.ts';
import { useLinkedBout } from '../../bouts/use-linked-bout.ts';
import { TicketsSection } from '../../shop/tickets/tickets-section.tsx';
import { BannerLine } from '../banner-line.tsx';
import type { Block, Competition } from '../competition-types.ts';
import { FightCard } from '../fight-card.tsx';
import { RelatedSection } from '../related/related-section.tsx';
import { sellsTickets } from '../sells-tickets.ts';
import { tellOf } from '../tell-of.tsx';
import { useAccess } from '../use-access.ts';
import { useCompetition } from '../use-competition.ts';
import { CompetitionHero, CompetitionHeroSkeleton } from './competition-hero.tsx';
import classes from './competition-page.module.css';

const BlockPrice = lazy(() =>
  import('../../shop/block-price.tsx').then((file) => ({ default: file.BlockPrice })),
);

const Night = lazyPart(() => import('./night.tsx').then((file) => file.Night));

/** A competition before, during and after the event: poster, card, tickets, the organiser's text, and related events. */
export default function CompetitionPage() {
  const { competitionSlug = '' } = useParams();
  const { data: competition, isFailed, refetch } = useCompetition(competitionSlug);
  if (competition) return <CompetitionContent competition={competition} />;
  return isFailed ? <FailedPage onRetry={refetch} /> : <CompetitionHeroSkeleton slug={competitionSlug} />;
}

function CompetitionContent({ competition }: { competition: Competition }) {
  const { id, name, banner, blocks, contentHtml } = competition;
  const access = useAccess(competition.slug);
  const { data: bouts } = useQuery(boutsOf(competition.slug));
  const [moments, setMoments] = useState<BoutMoments>();
  useLinkedBout(bouts, competition, tellOf(competition, moments));
  const hasBegun = useClock((now) => (now >= Date.parse(competition.startDate) ? 1 : 0)) === 1;
  const hasBouts = bouts !== undefined && bouts.length > 0;
  const isSold = sellsTickets(competition);
  const isTakenOver = useIsTakenOver();
  const priceOf = (block: Block) =>
    isTakenOver ? (
      <Suspense fallback={null}>
        <BlockPrice competitionId={id} block={block} />
      </Suspense>
    ) : null;
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <BannerLine banner={banner} />
      <CompetitionHero competition={competition} />
      <div className={classes.content}>
        <section aria-labelledby="card" className={classes.card}>
          {/* The choice has its place before it is there. */}
          <div className={classes.head} data-begun={(hasBouts && hasBegun) || undefined}>
            <h2 id="card" className={classes.title}>
              The card
            </h2>
            {isTakenOver && hasBouts ? (
              <Suspense fallback={null}>
                <Night competition={competition} bouts={bouts} onMoments={setMoments} />
              </Suspense>
            ) : null}
          </div>
          {blocks.length > 0 ? (
            <FightCard
              competition={competition}
              accesses={access}
              bouts={bouts}
              moments={moments}
              priceOf={priceOf}
            />
          ) : (
            <EmptyState title="The card is not out yet">
              The fights are announced here as soon as they are set.
            </EmptyState>
          )}
        </section>
        {isSold ? (
          <div className={classes.tickets}>
            <TicketsSection competition={competition} />
          </div>
        ) : null}
        {contentHtml ? (
          <section aria-labelledby="about" className={classes.text}>
            <h2 id="about" className={classes.title}>
              About
            </h2>
            <MarkdownText html={contentHtml} />
          </section>
        ) : null}
      </div>
      <RelatedSection competition={competition} />
    </>
  );
}
