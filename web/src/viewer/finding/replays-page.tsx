import { foundLists } from '@ringside/rules/home-lists';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EmptyState } from '../../ui/state/state-panel.tsx';
import { CompetitionGrid } from './competition-grid.tsx';
import classes from './finding-page.module.css';
import { ListFilters } from './list-filters.tsx';
import { useSplitInstant } from './split-instant.ts';
import { useListAddress } from './use-list-address.ts';

/** The archive: every competition that is over, the latest first. */
export default function ReplaysPage() {
  const address = useListAddress();
  const instant = useSplitInstant();
  const over = foundLists(instant).replays.whole;
  return (
    <div className={classes.page}>
      <PageTitle>Replays</PageTitle>
      <header className={classes.head}>
        <h1 className={classes.title}>Replays</h1>
        <p className={classes.lead}>
          Every fight night that is over, the latest first. No results are shown.
        </p>
      </header>
      <ListFilters address={address} whole={{ filter: over }} withYear />
      <CompetitionGrid
        query={{ filter: { ...over, ...address.filter }, order: ['-startDate'] }}
        address={address}
        noun="replay"
        isArchive
        empty={
          <EmptyState title="No replays yet">
            The first one appears here when its fight night is over.
          </EmptyState>
        }
      />
    </div>
  );
}
