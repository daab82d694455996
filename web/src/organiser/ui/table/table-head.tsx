import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { Column, ListOperation, Row } from './list.ts';
import type { ListState } from './use-list-query.ts';
import type { Selection } from './use-selection.ts';

interface Props<K extends ListOperation> {
  columns: Column<K>[];
  state: ListState<K>;
  rows: Row<K>[];
  selection?: Selection<Row<K>> | undefined;
}

export function TableHead<K extends ListOperation>({ columns, state, rows, selection }: Props<K>) {
  const ticked = selection ? rows.filter(selection.has).length : 0;
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className={classes.tick}>
            <VisuallyHidden>Selected</VisuallyHidden>
            <Checkbox
              aria-label="Select all on this page"
              checked={ticked > 0 && ticked === rows.length}
              indeterminate={ticked > 0 && ticked < rows.length}
              onChange={({ currentTarget }) => selection.set(rows, currentTarget.checked)}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} state={state} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<K extends ListOperation> {
  column: Column<K>;
  state: ListState<K>;
}

function HeadCell<K extends ListOperation>({ column, state }: HeadCellProps<K>) {
  const { title, order, align } = column;
  if (!order) {
    return (
      <th scope="col" data-align={align}>
        {title}
      </th>
    );
  }
  const direction = state.order === order ? 'ascending' : state.order === `-${order}` ? 'descending' : 'none';
  const next = direction === 'ascending' ? `-${order}` : order;
  return (
    <th scope="col" aria-sort={direction} data-align={align}>
      <button type="button" className={classes.sort} onClick={() => state.change({ order: next })}>
        {title}
        {direction === 'ascending' ? <IconArrowUp size={16} aria-hidden /> : null}
        {direction === 'descending' ? <IconArrowDown size={16} aria-hidden /> : null}
      </button>
    </th>
  );
}
