import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import classes from './data-table.module.css';
import type { Column, ListOperation, Row } from './list.ts';
import type { Selection } from './use-selection.ts';

interface RowProps<K extends ListOperation> {
  row: Row<K>;
  columns: Column<K>[];
  selection?: Selection<Row<K>> | undefined;
}

export function TableRow<K extends ListOperation>({ row, columns, selection }: RowProps<K>) {
  const [name, ...others] = columns;
  const nameId = useId();
  const tickId = useId();
  return (
    <tr data-selected={selection?.has(row) || undefined}>
      {selection ? (
        <td className={classes.tick}>
          <Checkbox
            id={tickId}
            aria-label="Select"
            aria-labelledby={`${tickId} ${nameId}`}
            checked={selection.has(row)}
            onChange={({ currentTarget }) => selection.set([row], currentTarget.checked)}
          />
        </td>
      ) : null}
      <th scope="row" id={nameId} className={classes.name}>
        {name?.cell(row)}
      </th>
      {others.map(({ key, title, cell, align }) => (
        <td key={key} data-label={title} data-align={align}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
