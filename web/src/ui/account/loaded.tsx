import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './account-page.module.css';

interface Query<Data> {
  data: Data | undefined;
  isError: boolean;
  refetch: () => unknown;
}

/** What a query has loaded; until then its outline, or a button to try again. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: Query<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton height={64} aria-label="Loading" />;
  return (
    <div className={classes.row}>
      <p className={classes.rowText}>This could not be loaded.</p>
      <Button variant="default" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
