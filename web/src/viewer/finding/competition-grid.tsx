import { Button } from '@mantine/core';
import { phaseOf } from '@ringside/rules/event-words';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '../../ui/state/state-panel.tsx';
import { useClock } from '../../ui/time/use-now.ts';
import { useLanguages } from '../../ui/time/use-reader.ts';
import { CompetitionCard } from './competition-card.tsx';
import classes from './competition-grid.module.css';
import { type CompetitionItem, findingQueries } from './finding.queries.ts';
import { MissingPage } from './missing-page.tsx';
import { PageLinks } from './page-links.tsx';
import type { ListAddress } from './use-list-address.ts';

interface Props {
  query: Parameters<typeof findingQueries.page>[0];
  address: ListAddress;
  /** "replay", to be counted. */
  noun: string;
  /** When the list is empty without filters. */
  empty: ReactNode;
  /** Every competition of the list is over. */
  isArchive?: boolean;
}

/** One page of a list as a grid of cards, with its count and the links to the other pages. */
export function CompetitionGrid({ query, address, noun, empty, isArchive = false }: Props) {
  const { page, hrefOf, isNarrowed, clear } = address;
  const languages = useLanguages();
  const { data, isError, isPaused, refetch, isPlaceholderData } = useQuery({
    ...findingQueries.page(query, page),
    // The page before stays until the next one is there, so that nothing jumps.
    placeholderData: (before) => before,
  });
  if (!data) {
    return isError || isPaused ? <ErrorState onRetry={refetch} /> : <GridSkeleton />;
  }
  const { total } = data;
  return (
    <>
      <p role="status" className={classes.count}>
        {total === 0 ? '' : `${total.toLocaleString(languages)} ${total === 1 ? noun : `${noun}s`}`}
      </p>
      {total === 0 && isNarrowed ? (
        <EmptyState
          title="Nothing fits these filters"
          action={<Button onClick={clear}>Clear filters</Button>}
        >
          Choose another year or city, or look at everything.
        </EmptyState>
      ) : null}
      {total === 0 && !isNarrowed ? empty : null}
      {total > 0 && data.data.length === 0 ? <MissingPage firstPage={hrefOf(1)} /> : null}
      <ul className={classes.grid} data-stale={isPlaceholderData || undefined}>
        {data.data.map((item) => (
          <li key={item.id}>
            <PhasedCard competition={item} isInArchive={isArchive} />
          </li>
        ))}
      </ul>
      <PageLinks page={page} total={total} hrefOf={hrefOf} />
    </>
  );
}

function PhasedCard({ competition, isInArchive }: { competition: CompetitionItem; isInArchive: boolean }) {
  const phase = useClock((now) => phaseOf(competition, now));
  return <CompetitionCard {...{ competition, phase, isInArchive }} headingOrder={2} isInList />;
}

function GridSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={classes.loading}>
      <p className={classes.count} />
      <div className={classes.grid}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className={classes.blank} />
        ))}
      </div>
    </div>
  );
}
