import { memo } from 'react';
import type { Column, ListOf, ListOperation, Row } from './list.ts';
import { TableRow } from './table-row.tsx';
import type { Selection } from './use-selection.ts';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  rows: readonly Row<K>[];
  columns: Column<K>[];
  selection?: Selection<Row<K>> | undefined;
}

/** Drawn again only when the rows, the columns or the ticks change, never because somebody types in a filter. */
export const TableBody = memo(function TableBody<K extends ListOperation>(props: Props<K>) {
  const { list, rows, columns, selection } = props;
  return (
    <tbody>
      {rows.map((row) => (
        <TableRow key={list.rowId(row)} row={row} columns={columns} selection={selection} />
      ))}
    </tbody>
  );
}) as <K extends ListOperation>(props: Props<K>) => React.ReactNode;
