import { useMemo } from 'react';
import type { Column, ListOf, ListOperation } from './list.ts';
import type { ListState } from './use-list-query.ts';

/** The columns to show: the first one always, the others as the address says. */
export function shownColumns<K extends ListOperation>(
  list: ListOf<K>,
  { search }: ListState<K>,
): Column<K>[] {
  return columnsOf(list, search.get('columns'));
}

/** The same, and the same array until the choice changes. */
export function useColumns<K extends ListOperation>(list: ListOf<K>, { search }: ListState<K>) {
  const chosen = search.get('columns');
  return useMemo(() => columnsOf(list, chosen), [list, chosen]);
}

function columnsOf<K extends ListOperation>(list: ListOf<K>, choice: string | null): Column<K>[] {
  const chosen = choice?.split(',');
  const [first, ...others] = list.columns;
  return [first, ...others.filter(({ key, isOptional }) => (chosen ? chosen.includes(key) : !isOptional))];
}

/** The text of the address after one column was shown or hidden; empty when it is the default again. */
export function toggledColumns<K extends ListOperation>(list: ListOf<K>, state: ListState<K>, key: string) {
  const shown = shownColumns(list, state).map((column) => column.key);
  const wanted = shown.includes(key) ? shown.filter((each) => each !== key) : [...shown, key];
  const others = list.columns.slice(1);
  const isDefault = others.every((column) => wanted.includes(column.key) === !column.isOptional);
  if (isDefault) return '';
  // A dash keeps "no other column" apart from "the default".
  return others.flatMap((column) => (wanted.includes(column.key) ? [column.key] : [])).join(',') || '-';
}
