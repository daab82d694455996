/**
 * A page is found by its ids and joined afterwards; a filtered one is taken from the first 2,000 rows of the order
 * when enough of them match. Left to the database, walking the index took seconds when the rows were at its end, and
 * sorting half a second when nearly everything matched. The price: the order is written twice.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { type Fields, orderBy, whereFilter } from './apply-list-query.ts';
import type { Filter, ListOrder, ListQuery } from './list-query.ts';

export interface ListSource<T extends keyof Database, Row> {
  /** The key of the cached statement: pages of one name and order are compiled once. undefined: the rows vary, so no cache. */
  name: string | undefined;
  /** The table of the rows. */
  table: T & string;
  /** Selects the rows with every answered column, without filter, order and page. */
  rows: (db: Db) => SelectQueryBuilder<Database, T, Row>;
  /** Selects the same rows without joins, for counting and for finding the page. */
  counted: (db: Db) => SelectQueryBuilder<Database, T, object>;
  fields: Fields;
  byDefault: ListOrder;
  id: RawBuilder<unknown>;
  /** The kept count for this filter; undefined: the rows are counted. */
  keptCount: (filter: Filter) => Promise<number> | undefined;
}

/**
 * How many rows at the start of the order are searched before all that match are read and sorted. A filter that finds
 * much has its page there: milliseconds instead of half a second among a million rows.
 */
const nearRows = 2000;

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
  const kept = source.keptCount(filter);
  const count = kept ?? countRows(source.counted(db).where(where));
  const page = { ...query, where };
  const canBeNear = !isPlain && query.order.length <= 1 && query.offset + query.limit <= nearRows;
  const [near, total] = await Promise.all([
    isPlain
      ? listPlain(db, query, source)
      : canBeNear
        ? pageOf(db, { ...page, among: 'near' }, source).execute()
        : [],
    count,
  ]);
  const isWhole = isPlain || near.length >= Math.min(query.limit, total - query.offset);
  const data = isWhole ? near : await pageOf(db, { ...page, among: 'matching' }, source).execute();
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
      pageOf(anyDb, { ...query, limit: sql`${limit}`, offset: sql`${offset}` }, source),
    );
  plainPages.set(key, page);
  const { rows } = await page(db, { limit: String(query.limit), offset: String(query.offset) });
  return rows;
}

interface Page extends Pick<ListQuery, 'order'>, Record<'limit' | 'offset', number | RawBuilder<number>> {
  where?: Expression<SqlBool>;
  /** The rows that the page is taken from; undefined: the database decides. */
  among?: 'near' | 'matching';
}

/** Finds the ids of the page first: only the rows of the page are joined, not those that the offset skips. */
function pageOf<T extends keyof Database, Row>(
  db: Db,
  { order, where = sql<SqlBool>`true`, limit, offset, among }: Page,
  { table, rows, counted, fields, byDefault, id }: ListSource<T, Row>,
) {
  const sorted = orderBy(order, fields, { byDefault, id });
  const all = counted(db).selectAll(table as never);
  const found = {
    near: all.orderBy(sorted).limit(nearRows),
    // Read and sorted. The database left to itself may walk the index of the order until it has found enough of them,
    // which takes seconds when they are all at its end. `offset 0` keeps it from that.
    matching: all.where(where).offset(0),
    any: all.where(where),
  }[among ?? 'any'];
  const condition = among === 'near' ? where : sql<SqlBool>`true`;
  const page = sql`select ${id} from (${found}) as ${sql.table(table)} where ${condition}
    order by ${sorted} limit ${limit} offset ${offset}`;
  return rows(db).where(sql<SqlBool>`${id} in (${page})`).orderBy(sorted);
}

async function countRows<T extends keyof Database>(
  counted: SelectQueryBuilder<Database, T, object>,
): Promise<number> {
  const row = await counted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return (row as { total: number }).total;
}
