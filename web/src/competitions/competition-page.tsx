import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSession } from '../identity/use-session.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, ErrorState } from '../ui/state-panel.tsx';
import { CompetitionHero, CompetitionHeroSkeleton } from './competition-hero.tsx';
import classes from './competition-page.module.css';
import { CompetitionText } from './competition-text.tsx';
import type { Competition } from './competition-types.ts';
import { competitionsQueries } from './competitions.queries.ts';
import { FightCard } from './fight-card.tsx';
import { useCompetition } from './use-competition.ts';

/** A competition before, during and after the night: what, when, where, and its card. */
export default function CompetitionPage() {
  const { competitionSlug = '' } = useParams();
  const { data: competition, isError, refetch } = useCompetition(competitionSlug);
  if (competition) return <CompetitionContent competition={competition} />;
  return isError ? <ErrorState onRetry={refetch} /> : <CompetitionHeroSkeleton />;
}

function CompetitionContent({ competition }: { competition: Competition }) {
  const { isLoggedIn } = useSession();
  const { data: access } = useQuery({ ...competitionsQueries.access(competition.slug), enabled: isLoggedIn });
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
            <FightCard competition={competition} accesses={access?.blocks} />
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
