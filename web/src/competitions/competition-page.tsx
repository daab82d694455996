import { useParams } from 'react-router';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, ErrorState } from '../ui/state-panel.tsx';
import { CompetitionHero, CompetitionHeroSkeleton } from './competition-hero.tsx';
import classes from './competition-page.module.css';
import { CompetitionText } from './competition-text.tsx';
import type { Competition } from './competition-types.ts';
import { FightCard } from './fight-card.tsx';
import { useAccess } from './use-access.ts';
import { useCompetition } from './use-competition.ts';

/** A competition before, during and after the event: picture, date, place and card. */
export default function CompetitionPage() {
  const { competitionSlug = '' } = useParams();
  const { data: competition, isError, refetch } = useCompetition(competitionSlug);
  if (competition) return <CompetitionContent competition={competition} />;
  return isError ? <ErrorState onRetry={refetch} /> : <CompetitionHeroSkeleton />;
}

function CompetitionContent({ competition }: { competition: Competition }) {
  const access = useAccess(competition.slug);
  return (
    <>
      <PageTitle>{competition.name}</PageTitle>
      <CompetitionHero competition={competition} />
      <div className={classes.content}>
        <section aria-labelledby="card" className={classes.card}>
          <h2 id="card" className={classes.title}>
            The card
          </h2>
          {competition.blocks.length > 0 ? (
            <FightCard competition={competition} accesses={access} />
          ) : (
            <EmptyState title="The card is not out yet">
              The fights are announced here as soon as they are set.
            </EmptyState>
          )}
        </section>
        {competition.content ? <CompetitionText markdown={competition.content} /> : null}
      </div>
    </>
  );
}
