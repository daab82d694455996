import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { useColumns } from './columns.ts';
import classes from './data-table.module.css';
import { Filters } from './filters.tsx';
import { countOf, type ListOf, type ListOperation, type Row } from './list.ts';
import { NoMatch } from './no-match.tsx';
import { Pager } from './pager.tsx';
import { TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { ListState } from './use-list-query.ts';
import { useSelection } from './use-selection.ts';
import { ViewMenu } from './view-menu.tsx';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  state: ListState<K>;
  result: UseQueryResult<{ data: Row<K>[]; total: number }, unknown>;
  /** The name of the table, for screen readers. */
  caption: string;
  /** What stands there while nothing exists yet; with the action that makes the first one. */
  empty: { title: string; text: string; action?: ReactNode };
  /** Buttons for the ticked rows; without it the rows cannot be ticked. */
  bulkActions?: (rows: Row<K>[], clear: () => void) => ReactNode;
}

/** Filters, count, table (cards below 600 px), states and pages of one list (docs/product.md, 20.1 to 20.6). */
export function DataTable<K extends ListOperation>(props: Props<K>) {
  const { list, state, result, caption, empty, bulkActions } = props;
  const { data, isPending, isError, isPlaceholderData, refetch } = result;
  const selection = useSelection(list.rowId, JSON.stringify(state.query.filter ?? state.query.q ?? ''));
  const columns = useColumns(list, state);
  // A key that is pressed meanwhile comes first.
  const rows = useDeferredValue(data?.data);
  const isEmpty = data?.total === 0 && !state.isFiltered;
  const shared = { list, state };
  return (
    <section aria-label={caption}>
      {isEmpty ? null : (
        <Filters {...shared}>
          <ViewMenu {...shared} />
          {list.columns.length > 2 ? <ColumnMenu {...shared} /> : null}
        </Filters>
      )}
      <div className={classes.count}>
        <span role="status" className="tabular">
          {data && !isEmpty ? countOf(data.total, list.noun) : null}
        </span>
        {state.isFiltered ? (
          <Button variant="subtle" size="compact-sm" onClick={state.clear}>
            Clear filters
          </Button>
        ) : null}
      </div>
      {selection.rows.length > 0 && bulkActions ? (
        <BulkBar noun={list.noun} count={selection.rows.length} onClear={selection.clear}>
          {bulkActions(selection.rows, selection.clear)}
        </BulkBar>
      ) : null}
      {isPending ? <TableSkeleton /> : null}
      {isError && !data ? <ErrorState onRetry={refetch} /> : null}
      {isEmpty ? (
        <EmptyState title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      ) : null}
      {data && data.data.length === 0 && !isEmpty ? <NoMatch {...shared} total={data.total} /> : null}
      {data && data.data.length > 0 ? (
        <div className={classes.frame} data-stale={isPlaceholderData || undefined}>
          <table className={classes.table} aria-label={caption}>
            <TableHead
              columns={columns}
              state={state}
              rows={data.data}
              selection={bulkActions ? selection : undefined}
            />
            <TableBody
              list={list}
              rows={rows ?? data.data}
              columns={columns}
              selection={bulkActions ? selection : undefined}
            />
          </table>
        </div>
      ) : null}
      {data && !isEmpty ? <Pager {...shared} total={data.total} /> : null}
    </section>
  );
}
