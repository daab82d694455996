import { Button } from '@mantine/core';
import { Link, Navigate, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { NewerOlder } from '../../ui/account/newer-older.tsx';
import { Section } from '../../ui/account/section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EmptyState } from '../../ui/state/state-panel.tsx';
import { formatDateTime } from '../../ui/time/time.ts';
import { useHistory, type Viewing } from './history.queries.ts';
import own from './history-page.module.css';
import { useClearWithUndo, useRemoveWithUndo } from './remove-with-undo.tsx';
import { viewingHref } from './viewing-href.ts';

const pageSize = 20;
const pageHref = (page: number) =>
  page === 1 ? paths.history.href() : `${paths.history.href()}?page=${page}`;

/** What the viewer has watched and when, with a way to forget each. */
export default function HistoryPage() {
  const [search] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1);
  const history = useHistory({ limit: pageSize, offset: (page - 1) * pageSize });
  const isEmpty = history.data?.total === 0;
  const last = Math.max(1, Math.ceil((history.data?.total ?? 0) / pageSize));
  // The last viewing of the last page was removed, or the address was written by hand.
  if (history.isSuccess && !history.isPlaceholderData && page > last)
    return <Navigate to={pageHref(last)} replace />;
  return (
    <div className={classes.page}>
      <PageTitle>History</PageTitle>
      <h1 className={classes.title}>History</h1>
      {isEmpty ? (
        <EmptyState
          title="Nothing watched yet"
          action={
            <Button component={Link} to={paths.replays.href()}>
              See the replays
            </Button>
          }
        >
          What you watch is listed here, on all your devices.
        </EmptyState>
      ) : (
        <Section
          title="What you watched"
          lead="Only you see it. It is kept for a year, and deleted with your account."
        >
          <Loaded query={history}>
            {({ data, total }) => (
              <>
                <ul className={classes.list}>
                  {data.map((viewing) => (
                    <ViewingRow key={viewing.liveStreamId} viewing={viewing} />
                  ))}
                </ul>
                <NewerOlder page={page} total={total} pageSize={pageSize} href={paths.history.href()} />
                <ClearButton />
              </>
            )}
          </Loaded>
        </Section>
      )}
    </div>
  );
}

function ViewingRow({ viewing }: { viewing: Viewing }) {
  const { block, competition, streamName, lastWatchedAt } = viewing;
  const remove = useRemoveWithUndo();
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Link to={viewingHref(viewing)} className={own.link}>
          {competition.name}, {block.name}
        </Link>
        <span className={classes.meta}>
          {streamName}, <time dateTime={lastWatchedAt}>{formatDateTime(lastWatchedAt)}</time>
        </span>
      </div>
      <Button
        variant="default"
        aria-label={`Remove ${competition.name}, ${block.name}, ${streamName}`}
        onClick={(press) => void remove(viewing, press)}
      >
        Remove
      </Button>
    </li>
  );
}

function ClearButton() {
  const { run, isPending } = useClearWithUndo();
  return (
    <Button
      variant="default"
      className={classes.action}
      loading={isPending}
      onClick={(press) => void run(press)}
    >
      Clear history
    </Button>
  );
}
