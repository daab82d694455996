/**
 * Reads and inserts the rows of any table: the columns come from the database's catalogue. Values are copied as
 * PostgreSQL's text, which its input functions parse back exactly.
 */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface Column {
  name: string;
  type: string;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Fixes the settings that change how values are printed, and lifts the time limits for big tables. */
export async function prepareForCopy(trx: Db): Promise<void> {
  for (const [name, value] of [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, YMD'],
    ['intervalstyle', 'postgres'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '1'],
    ['statement_timeout', '0'],
    ['lock_timeout', '0'],
    ['idle_in_transaction_session_timeout', '0'],
  ] as const) {
    await sql`select set_config(${name}, ${value}, true)`.execute(trx);
  }
}

/** Every table of the platform except the two of the migrator. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname not in ('kysely_migration', 'kysely_migration_lock')
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Keeps the schema unchanged while a backup runs. */
export async function lockTables(trx: Db, tables: string[]): Promise<void> {
  if (tables.length > 0)
    await sql`lock table ${sql.join(tables.map(table))} in access share mode`.execute(trx);
}

/** Without generated columns, which cannot be inserted. */
export async function listColumns(db: Db, tableName: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relname = ${tableName}
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  return rows;
}

export async function countRows(db: Db, tableName: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*)::text from ${table(tableName)}`.execute(db);
  return Number(rows[0]?.count);
}

/** Lines of JSON arrays, batch by batch; a batch grows while rows are small. */
export async function* readRows(trx: Db, tableName: string, columns: Column[]): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map(({ name }) => sql`${sql.id(name)}::text`));
  await sql`declare backup_rows no scroll cursor for
    select json_build_array(${texts})::text as line from ${table(tableName)}`.execute(trx);
  let batch = 50;
  for (;;) {
    const { rows } = await sql<{
      line: string;
    }>`fetch forward ${sql.raw(String(batch))} from backup_rows`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
    const size = rows.reduce((sum, { line }) => sum + line.length, 0);
    if (size < 500_000) batch = Math.min(batch * 2, 5_000);
    else if (size > 2_000_000) batch = Math.max(1, Math.floor(batch / 2));
  }
  await sql`close backup_rows`.execute(trx);
}

/** @param lines as `readRows` returned them, for the same columns. */
export async function insertRows(
  trx: Db,
  tableName: string,
  columns: Column[],
  lines: string[],
): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  const values = sql.join(
    columns.map(({ type }, index) => sql`(line ->> ${sql.raw(String(index))})::${sql.raw(type)}`),
  );
  await sql`
    insert into ${table(tableName)} (${names}) overriding system value
    select ${values} from json_array_elements(${`[${lines.join(',')}]`}::json) as line`.execute(trx);
}

/** Removes the rows that migrations inserted too. */
export async function emptyTables(trx: Db, tables: string[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(table))}`.execute(trx);
}

/** Drops the foreign keys, so that tables can be filled in any order. A failed transaction restores them. */
export async function dropForeignKeys(trx: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select relname as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace and conparentid = 0`.execute(trx);
  for (const key of rows)
    await sql`alter table ${table(key.table)} drop constraint ${sql.id(key.name)}`.execute(trx);
  return rows;
}

/** Adds the foreign keys again, which checks every row. */
export async function addForeignKeys(trx: Db, keys: ForeignKey[]): Promise<void> {
  for (const { table: tableName, name, definition } of keys) {
    await sql`alter table ${table(tableName)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      trx,
    );
  }
}

/** Disables the triggers: the backup already holds the rows that they would add. */
export async function switchTriggers(trx: Db, tables: string[], state: 'enable' | 'disable'): Promise<void> {
  for (const name of tables)
    await sql`alter table ${table(name)} ${sql.raw(state)} trigger user`.execute(trx);
}

export async function listSequences(db: Db): Promise<Array<{ name: string; value: string }>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`.execute(db);
  return rows;
}

export async function setSequences(
  trx: Db,
  sequences: Array<{ name: string; value: string }>,
): Promise<void> {
  for (const { name, value } of sequences) {
    await sql`select setval(format('%I', ${name}::text)::regclass, ${value}::bigint)`.execute(trx);
  }
}

/** Collects the planner's statistics, which a new database lacks. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

function table(name: string) {
  return sql.id(name);
}
