import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { FilterControl } from './filters/filter-controls.ts';
import { FilterField } from './filters/filter-field.tsx';
import { TextFilter } from './filters/text-filter.tsx';
import classes from './filters.module.css';
import type { ListOf, ListOperation } from './list.ts';
import { OrderField } from './order-field.tsx';
import type { ListState } from './use-list-query.ts';

interface Props<K extends ListOperation> {
  list: ListOf<K>;
  state: ListState<K>;
  /** Menus beside the filters: views, columns. */
  children?: ReactNode;
}

/**
 * The search field, the filters and, for cards, the order. Filters that are not first are folded away until one of them is
 * in use; on a phone everything but the first field is.
 */
export function Filters<K extends ListOperation>({ list, state, children }: Props<K>) {
  const { search, change } = state;
  const controls = (Object.entries(list.filters) as [string, FilterControl<unknown>][]).filter(
    ([field, { kind }]) => kind !== 'pinned' || search.has(field),
  );
  const first = controls.filter(([, { isFirst }]) => isFirst);
  const others = controls.filter(([, { isFirst }]) => !isFirst);
  const isUsed = (fields: typeof controls) => fields.some(([field]) => search.has(field));
  const isFoldedUsed = isUsed(others) || isUsed(first.slice(list.search ? 0 : 1));
  const [isOpen, setIsOpen] = useState(isFoldedUsed);
  const [wasFoldedUsed, setWasFoldedUsed] = useState(isFoldedUsed);
  // A view that was just chosen shows its filters.
  if (isFoldedUsed !== wasFoldedUsed) {
    setWasFoldedUsed(isFoldedUsed);
    if (isFoldedUsed) setIsOpen(true);
  }
  const moreId = useId();
  const fields = (shown: typeof controls) =>
    shown.map(([field, control]) => (
      <div key={field} className={classes.field}>
        <FilterField
          control={control}
          value={search.get(field) ?? ''}
          onChange={(value) => change({ [field]: value })}
        />
      </div>
    ));
  return (
    <search className={classes.bar} data-open={isOpen || undefined}>
      {list.search ? (
        <div className={classes.field}>
          <TextFilter
            label={list.search}
            value={search.get('q') ?? ''}
            onChange={(q) => change({ q })}
            withIcon
          />
        </div>
      ) : null}
      {fields(first)}
      <div className={classes.actions}>
        {controls.length > 1 || list.search ? (
          <Button
            variant="subtle"
            color="gray"
            className={others.length > 0 ? undefined : classes.cardsOnly}
            aria-expanded={isOpen}
            aria-controls={moreId}
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Fewer filters' : 'More filters'}
          </Button>
        ) : null}
        {children}
      </div>
      <div id={moreId} className={classes.more} hidden={!isOpen}>
        {isOpen ? fields(others) : null}
        <OrderField list={list} state={state} />
      </div>
    </search>
  );
}
