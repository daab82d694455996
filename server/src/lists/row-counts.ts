/**
 * Row counts of large tables, kept by triggers instead of counted. Each statement appends its change, so that writers
 * never wait for each other; `foldRowCounts` merges these rows from time to time. The sum is exact at any moment.
 * A filtered list is still counted. The price: triggers on four tables.
 */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import type { Filter } from './list-query.ts';
import type { CountedTable } from './row-counts.tables.ts';

/** @param key only rows of this key; undefined: all. */
export async function countRows(db: Db, counted: CountedTable, key?: string): Promise<number> {
  const { rows } = await (key === undefined ? allKeys(db, { counted }) : oneKey(db, { counted, key }));
  return rows[0]?.count ?? 0;
}

const allKeys = prepare(['counted'], (db, { counted }) => sumOf(db, counted));
const oneKey = prepare(['counted', 'key'], (db, { counted, key }) =>
  sumOf(db, counted).where('key', '=', key),
);

function sumOf(db: Db, counted: string) {
  return db
    .selectFrom('rowCounts')
    .where('counted', '=', counted as CountedTable)
    .select(sql<number>`coalesce(sum(change), 0)::bigint`.as('count'));
}

/** The kept count as the total of a list that is not filtered. @param key as in `countRows`. */
export function countUnfiltered(db: Db, counted: CountedTable, filter: Filter, key?: string) {
  return Object.keys(filter).length === 0 ? countRows(db, counted, key) : undefined;
}

/** Merges the changes of each key into one row. Safe beside writers and other servers: locked rows are skipped. */
export async function foldRowCounts(db: Db): Promise<void> {
  await sql`
    with folded as (
      delete from row_counts where ctid in (select ctid from row_counts for update skip locked)
      returning counted, key, change
    )
    insert into row_counts (counted, key, change)
    select counted, key, sum(change) from folded group by counted, key having sum(change) <> 0`.execute(db);
}
