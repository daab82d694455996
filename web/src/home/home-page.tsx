import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, ErrorState } from '../ui/state-panel.tsx';
import { useScrollToHash } from '../ui/use-scroll-to-hash.ts';
import { CompetitionSection } from './competition-section.tsx';
import { Hero } from './hero.tsx';
import classes from './home-page.module.css';
import { HomeSkeleton } from './home-skeleton.tsx';
import { useCompetitionsByPhase } from './use-competitions-by-phase.ts';

export default function HomePage() {
  return (
    <>
      <PageTitle>Live kickboxing</PageTitle>
      <HomeContent />
    </>
  );
}

function HomeContent() {
  const { isPending, isFailed, retry, live, upcoming, past } = useCompetitionsByPhase();
  const isEmpty = live.length + upcoming.length + past.length === 0;
  useScrollToHash(!isPending && !isEmpty);
  if (isFailed && isEmpty) {
    return (
      <div className={classes.alone}>
        <ErrorState onRetry={retry} headingOrder={1} />
      </div>
    );
  }
  if (isPending) return <HomeSkeleton />;
  if (isEmpty) {
    return (
      <div className={classes.alone}>
        <EmptyState title="No fight nights yet" headingOrder={1}>
          The first events are being prepared. Come back soon: they appear here as soon as they are announced.
        </EmptyState>
      </div>
    );
  }
  const featured = live[0] ?? upcoming[0];
  return (
    <>
      {featured ? <Hero competition={featured} isLive={live.length > 0} /> : null}
      <div className={classes.sections}>
        <CompetitionSection id="live" title="Also live" phase="live" competitions={live.slice(1)} />
        <CompetitionSection
          id="upcoming"
          title="Upcoming"
          phase="upcoming"
          competitions={live.length > 0 ? upcoming : upcoming.slice(1)}
          emptyText={
            upcoming.length === 0 ? 'Nothing announced yet. New events appear here first.' : undefined
          }
        />
        <CompetitionSection id="replays" title="Replays" phase="past" competitions={past} />
      </div>
    </>
  );
}
