import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, ErrorState } from '../ui/state-panel.tsx';
import { adminQueries } from './admin.queries.ts';
import classes from './admin-page.module.css';
import { EventTable } from './event-table.tsx';

export default function AdminPage() {
  const { data, isPending, isError, refetch } = useQuery(adminQueries.events());
  return (
    <>
      <PageTitle>Admin</PageTitle>
      <div className={classes.head}>
        <h1 className={classes.title}>Events</h1>
        {data ? <p className={classes.count}>{countInWords(data.data.length, data.total)}</p> : null}
      </div>
      {isPending ? <Skeleton height={320} /> : null}
      {isError ? <ErrorState onRetry={refetch} /> : null}
      {data && data.total === 0 ? (
        <EmptyState title="No events yet">
          Events appear here with their status once they are created.
        </EmptyState>
      ) : null}
      {data && data.total > 0 ? <EventTable events={data.data} /> : null}
    </>
  );
}

function countInWords(shown: number, total: number) {
  if (shown < total) return `The latest ${shown} of ${total}`;
  return total === 1 ? '1 event' : `${total} events`;
}
