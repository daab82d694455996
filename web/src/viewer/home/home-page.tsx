import { Button } from '@mantine/core';
import type { Phase } from '@ringside/rules/event-words';
import { paths } from '../../paths.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { Rail, RailSkeleton } from '../../ui/rail/rail.tsx';
import { EmptyState, ErrorState } from '../../ui/state/state-panel.tsx';
import { useLanguages } from '../../ui/time/use-reader.ts';
import { useScrollToHash } from '../../ui/use-scroll-to-hash.ts';
import { CompetitionCard } from '../finding/competition-card.tsx';
import type { CompetitionItem } from '../finding/finding.queries.ts';
import { ContinueWatchingRail } from '../history/continue-watching-rail.tsx';
import { Hero } from './hero.tsx';
import { HeroSkeleton } from './hero-skeleton.tsx';
import classes from './home-page.module.css';
import { useCurrent, useReplays } from './use-current.ts';

/** The featured event, then rails. Each list stands alone: what has arrived is shown, what has failed says so. */
export default function HomePage() {
  const current = useCurrent();
  const past = useReplays(current.instant);
  const { live, upcoming, ended } = current;
  const replays = uniqueById([...ended, ...past.replays]);
  useScrollToHash(current.isLoaded && !past.isPending);

  const featured = live[0] ?? upcoming[0];
  const isQuiet = current.isLoaded && !featured;
  if (isQuiet && past.isLoaded && replays.length === 0) {
    return (
      <Frame>
        <EmptyState title="No fight nights yet" headingOrder={1}>
          The first events are being prepared. Come back soon: they appear here as soon as they are announced.
        </EmptyState>
      </Frame>
    );
  }
  if (current.isFailed && (past.isFailed || past.isPending)) {
    const retry = () => void Promise.all([current.retry(), past.retry()]);
    return (
      <Frame>
        <ErrorState onRetry={retry} headingOrder={1} />
      </Frame>
    );
  }
  // With nothing to come, the latest replay is the picture of the page.
  const shown = featured ?? (isQuiet ? replays[0] : undefined);
  const others = (items: CompetitionItem[]) => items.filter((item) => item !== shown);
  const replayTotal = Math.max(past.total, replays.length);
  return (
    <>
      <PageTitle>Live kickboxing</PageTitle>
      {shown ? <Hero competition={shown} phase={phaseIn(current, shown)} /> : null}
      {current.isPending || (isQuiet && past.isPending) ? <HeroSkeleton /> : null}
      <div className={classes.rails}>
        {current.isFailed ? <h1 className={classes.title}>Live kickboxing</h1> : null}
        {current.isFailed ? <Failed title="Upcoming" onRetry={current.retry} /> : null}
        <Cards id="live" title="Also live" phase="live" items={others(live)} />
        {/* What a viewer has begun comes before what is next. */}
        <ContinueWatchingRail />
        {current.isPending ? <RailSkeleton title="Upcoming" /> : null}
        <Cards
          id="upcoming"
          title="Upcoming"
          phase="upcoming"
          items={others(upcoming)}
          all={{ href: paths.schedule.href(), total: current.upcomingTotal }}
        />
        {current.isLoaded && upcoming.length === 0 ? (
          <p className={classes.note}>Nothing else is announced yet. New events appear here first.</p>
        ) : null}
        {past.isPending ? <RailSkeleton title="Replays" /> : null}
        {past.isFailed ? <Failed title="Replays" onRetry={past.retry} /> : null}
        <Cards
          id="replays"
          title="Replays"
          phase="past"
          items={others(replays)}
          all={{ href: paths.replays.href(), total: replayTotal }}
        />
      </div>
    </>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <PageTitle>Live kickboxing</PageTitle>
      <div className={classes.alone}>{children}</div>
    </>
  );
}

interface CardsProps {
  id: string;
  title: string;
  phase: Phase;
  items: CompetitionItem[];
  all?: { href: string; total: number };
}

/** A rail, or nothing when it has no cards. */
function Cards({ id, title, phase, items, all }: CardsProps) {
  const languages = useLanguages();
  if (items.length === 0) return null;
  const link =
    all && all.total > items.length
      ? { href: all.href, label: `See all ${all.total.toLocaleString(languages)}` }
      : undefined;
  return (
    <Rail id={id} title={title} all={link}>
      {items.map((item) => (
        <CompetitionCard key={item.id} competition={item} phase={phase} />
      ))}
    </Rail>
  );
}

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <section aria-label={title} className={classes.failed}>
      <h2 className={classes.failedTitle}>{title}</h2>
      <p className={classes.note}>This could not be loaded.</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </section>
  );
}

function phaseIn(
  { live, upcoming }: Pick<ReturnType<typeof useCurrent>, 'live' | 'upcoming'>,
  item: CompetitionItem,
) {
  if (live.includes(item)) return 'live';
  return upcoming.includes(item) ? 'upcoming' : 'past';
}

function uniqueById(items: CompetitionItem[]) {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
