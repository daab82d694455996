import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { type Fields, orderBy, whereFilter } from './apply-list-query.ts';
import type { Filter, ListOrder, ListQuery } from './list-query.ts';

export interface ListSource<T extends keyof Database, Row> {
  /** The key of the cached statement: pages of one name and order are compiled once. undefined: the rows vary, so no cache. */
  name: string | undefined;
  /** Selects the rows with every answered column, without filter, order and page. */
  rows: (db: Db) => SelectQueryBuilder<Database, T, Row>;
  /** Selects the same rows without joins, for counting. */
  counted: (db: Db) => SelectQueryBuilder<Database, T, object>;
  fields: Fields;
  byDefault: ListOrder;
  id: RawBuilder<unknown>;
  /** The kept count for this filter; undefined: the rows are counted. */
  keptCount: (filter: Filter) => Promise<number> | undefined;
}

/** A page of a list in the contract's shape. `total` is the exact number of rows that match the filter. */
export async function listRows<T extends keyof Database, Row>(
  db: Db,
  query: ListQuery,
  source: ListSource<T, Row>,
): Promise<{ data: Row[]; total: number }> {
  const { filter = {} } = query;
  const isFiltered = Object.keys(filter).length > 0;
  const isPlain = source.name !== undefined && !isFiltered && query.order.length <= 1;
  const where = whereFilter(filter, source.fields);
  const [data, total] = await Promise.all([
    isPlain ? listPlain(db, query, source) : pageOf(source.rows(db).where(where), query, source).execute(),
    source.keptCount(filter) ?? countRows(source.counted(db).where(where)),
  ]);
  return { data: data as Row[], total };
}

type PlainPage = (db: Db, page: { limit: string; offset: string }) => Promise<{ rows: unknown[] }>;

/** At most one entry per list and single order of the contract, so its size is bounded. */
const plainPages = new Map<string, PlainPage>();

async function listPlain<T extends keyof Database, Row>(
  db: Db,
  query: ListQuery,
  source: ListSource<T, Row>,
): Promise<unknown[]> {
  const [{ field, direction } = source.byDefault] = query.order;
  const key = `${source.name} ${field} ${direction}`;
  const page =
    plainPages.get(key) ??
    prepare(['limit', 'offset'], (anyDb, { limit, offset }) =>
      pageOf(source.rows(anyDb), { ...query, limit: sql`${limit}`, offset: sql`${offset}` }, source),
    );
  plainPages.set(key, page);
  const { rows } = await page(db, { limit: String(query.limit), offset: String(query.offset) });
  return rows;
}

function pageOf<T extends keyof Database, Row>(
  rows: SelectQueryBuilder<Database, T, Row>,
  {
    order,
    limit,
    offset,
  }: Pick<ListQuery, 'order'> & Record<'limit' | 'offset', number | RawBuilder<number>>,
  { fields, byDefault, id }: ListSource<T, Row>,
) {
  return rows
    .orderBy(orderBy(order, fields, { byDefault, id }))
    .limit(limit)
    .offset(offset);
}

async function countRows<T extends keyof Database>(
  counted: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const row = await counted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return (row as { total: number }).total;
}
