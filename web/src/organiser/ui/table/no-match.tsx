import { Button } from '@mantine/core';
import { EmptyState } from '../../../ui/state/state-panel.tsx';
import type { ListOf, ListOperation } from './list.ts';
import type { ListState } from './use-list-query.ts';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  state: ListState<K>;
  total: number;
}

/** Rows exist, but not here: the filters find none, or the page is beyond the last one. */
export function NoMatch<K extends ListOperation>({ list, state, total }: Props<K>) {
  if (total > 0) {
    return (
      <EmptyState
        title="Nothing on this page"
        action={<Button onClick={() => state.change({ page: '' })}>First page</Button>}
      >
        The list has become shorter since this address was made.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No match" action={<Button onClick={state.clear}>Clear filters</Button>}>
      {`No ${list.noun[1]} fit these filters.`}
    </EmptyState>
  );
}
