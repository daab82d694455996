import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Filter, ListOrder, ListQuery } from '../http/list-query.ts';
import { type Fields, orderBy, whereFilter } from './apply-list-query.ts';
import type { Database } from './database.ts';

export interface ListSource<T extends keyof Database, Row> {
  /** The rows of the list with all that is answered of them, without filter, order and page. */
  rows: SelectQueryBuilder<Database, T, Row>;
  /** The same rows without what is joined to them, to be counted. */
  counted: SelectQueryBuilder<Database, T, object>;
  fields: Fields;
  byDefault: ListOrder;
  id: RawBuilder<unknown>;
  /** What fits this filter, where that is kept; otherwise it is counted. */
  keptCount: (filter: Filter) => Promise<number> | undefined;
}

/** A page of a list as the contract answers it: `total` is exact, and counts all that fits the filter. */
export async function listRows<T extends keyof Database, Row>(
  query: ListQuery,
  { rows, counted, fields, byDefault, id, keptCount }: ListSource<T, Row>,
): Promise<{ data: Row[]; total: number }> {
  const where = whereFilter(query.filter, fields);
  const [data, total] = await Promise.all([
    rows
      .where(where)
      .orderBy(orderBy(query, fields, { byDefault, id }))
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    keptCount(query.filter ?? {}) ?? countFiltered(counted.where(where)),
  ]);
  return { data: data as Row[], total };
}

async function countFiltered<T extends keyof Database>(
  filtered: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const row = await filtered.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return (row as { total: number }).total;
}
