/**
 * A list of the contract, as a table shows it. Everything is derived from the types of the operation: a column that the
 * contract cannot order, or a filter that it does not know, does not compile.
 */
import type { operations } from '@ringside/openapi/schema';
import type { ReactNode } from 'react';
import { locales } from '../../../ui/locales.ts';
import type { FilterControl } from './filters/filter-controls.ts';

/** Operations that answer with a page of `data`. */
export type ListOperation = {
  [K in keyof operations]: operations[K] extends {
    parameters: { query?: { limit?: unknown; offset?: unknown } };
  }
    ? K
    : never;
}[keyof operations];

type Query<K extends ListOperation> = NonNullable<operations[K]['parameters']['query']>;

export type Filter<K extends ListOperation> =
  Query<K> extends { filter?: infer F } ? NonNullable<F> : Record<never, never>;

export type Field<K extends ListOperation> = Exclude<keyof Filter<K>, 'AND' | 'OR' | 'NOT'> & string;

export type Order<K extends ListOperation> =
  Query<K> extends { order?: (infer O)[] } ? Extract<O, string> : never;

type Upwards<O> = O extends `-${string}` ? never : O;

/** One item of `data`. */
export type Row<K extends ListOperation> = operations[K] extends {
  responses: { 200: { content: { 'application/json': { data: (infer R)[] } } } };
}
  ? R
  : never;

export interface Column<K extends ListOperation> {
  /** Unique in the table; it stands in the address when the organiser chooses columns. */
  key: string;
  title: string;
  cell: (row: Row<K>) => ReactNode;
  /** The field that the contract orders by. */
  order?: Upwards<Order<K>>;
  /** Not shown until the organiser asks for it. */
  isOptional?: boolean;
  /** Numbers stand at the right edge. */
  align?: 'end';
}

export interface ListOf<K extends ListOperation> {
  operation: K;
  /** One word in the singular and the plural, for example `['event', 'events']`. */
  noun: readonly [string, string];
  rowId: (row: Row<K>) => string;
  /** The first column names the row: its cell is the link to it. */
  columns: readonly [Column<K>, ...Column<K>[]];
  filters: { [F in Field<K>]?: FilterControl<NonNullable<Filter<K>[F]>> };
  /** The label of the search field, for operations with the parameter `q`. */
  search?: Query<K> extends { q?: unknown } ? string : never;
  /** Conditions that always hold, for example one event. They do not stand in the address. */
  scope?: Filter<K>;
  firstOrder?: Order<K>;
  /** Views that everybody has, for example drafts: their filters and order, as the address has them. */
  views?: readonly { name: string; search: Record<string, string> }[];
  pageSize?: number;
}

export function listOf<K extends ListOperation>(list: ListOf<K>) {
  return list;
}

/** "1 event", "12,034 events" */
export function countOf(count: number, [one, many]: readonly [string, string]) {
  return `${count.toLocaleString(locales)} ${count === 1 ? one : many}`;
}
