import { type Kysely, sql } from 'kysely';

/**
 * A page of 20 should cost the same among a million rows as among ten thousand. This needs one index per sort order of
 * the contract, trigrams for patterns without a fixed start, and row counts that triggers maintain.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const index = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex([table, ...columns].join('_'))
      .on(table)
      .columns(columns)
      .execute();
  // The id makes each order total, so that pages do not overlap. The database reads an index backwards for `-field`.
  await index('events', 'name', 'id');
  await index('events', 'end_date', 'id');
  await index('events', 'status', 'id');
  await index('events', 'status', 'start_date', 'id');
  await index('accesses', 'start_date', 'id');
  await index('accesses', 'end_date', 'id');
  await index('accesses', 'user_id', 'start_date', 'id');
  await index('accesses', 'block_id', 'start_date', 'id');
  await db.schema.dropIndex('accesses_event').execute();
  await index('accesses', 'event_id', 'start_date', 'id');

  await index('users', 'name', 'id');
  await index('users', 'created_at', 'id');

  // A trusted extension: a role that may create a schema may create it. The embedded engine includes it.
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create index events_name_trigrams on events using gin (name gin_trgm_ops)`.execute(db);
  await sql`create index events_slug_trigrams on events using gin (slug gin_trgm_ops)`.execute(db);
  await sql`create index blocks_name_trigrams on blocks using gin (name gin_trgm_ops)`.execute(db);
  await sql`create index users_text_trigrams on users using gin (
    (lower(name || chr(10) || first_name || ' ' || coalesce(middle_name || ' ', '') || last_name
      || chr(10) || first_name || ' ' || last_name || chr(10) || email)) gin_trgm_ops)`.execute(db);

  await keepCounts(db);
}

/**
 * Each statement appends a row with its change, so that writers never wait for each other's row lock. A read sums the
 * rows, and a job folds the rows of one key into one.
 */
async function keepCounts(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('row_counts')
    .addColumn('counted', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('change', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('row_counts_counted_key')
    .on('row_counts')
    .columns(['counted', 'key'])
    .execute();

  for (const { table, key } of [
    { table: 'events', key: 'status' },
    { table: 'accesses', key: "''" },
    { table: 'users', key: "''" },
    { table: 'audit_entries', key: "''" },
  ]) {
    const trigger = (operation: string, rows: string) =>
      sql
        .raw(
          `create function count_${table}_${operation}() returns trigger language plpgsql as $$ begin
             insert into row_counts (counted, key, change)
             select '${table}', key, sum(change) from (${rows}) changes group by key having sum(change) <> 0;
             return null;
           end $$`,
        )
        .execute(db);
    const added = `select ${key} as key, 1 as change from added`;
    const removed = `select ${key} as key, -1 as change from removed`;
    await trigger('insert', added);
    await trigger('delete', removed);
    const attach = (operation: string, referencing: string) =>
      sql
        .raw(
          `create trigger count_${operation} after ${operation} on ${table} referencing ${referencing}
           for each statement execute function count_${table}_${operation}()`,
        )
        .execute(db);
    await attach('insert', 'new table as added');
    await attach('delete', 'old table as removed');
    if (table === 'events') {
      await trigger('update', `${added} union all ${removed}`);
      await attach('update', 'new table as added old table as removed');
    }
    await sql
      .raw(
        `insert into row_counts (counted, key, change) select '${table}', ${key}, count(*) from ${table} group by 2`,
      )
      .execute(db);
  }
}
