import { NativeSelect } from '@mantine/core';
import classes from './filters.module.css';
import type { ListOf, ListOperation } from './list.ts';
import type { ListState } from './use-list-query.ts';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  state: ListState<K>;
}

/** The order as a field, where the cards of a narrow screen have no column heads. */
export function OrderField<K extends ListOperation>({ list, state }: Props<K>) {
  const data = list.columns.flatMap(({ title, order }) =>
    order
      ? [
          { value: order as string, label: `${title}, ascending` },
          { value: `-${order}`, label: `${title}, descending` },
        ]
      : [],
  );
  if (data.length === 0) return null;
  return (
    <NativeSelect
      className={classes.cardsOnly}
      size="md"
      label="Order"
      data={data}
      value={state.order ?? ''}
      onChange={({ currentTarget }) => state.change({ order: currentTarget.value })}
    />
  );
}
