import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/state/state-panel.tsx';

/** For an address beyond the last page of a list. */
export function MissingPage({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState
      title="This page does not exist"
      action={
        <Button component={Link} to={firstPage}>
          First page
        </Button>
      }
    >
      The list has fewer pages now.
    </EmptyState>
  );
}
