/** Creates a PostgreSQL database with a given number of events, blocks and accesses; `close` drops it. */
import pg from 'pg';
import type { Db } from '../../src/db/database.ts';
import { postgresDb, postgresPool } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { countRows, foldRowCounts } from '../../src/lists/row-counts.ts';
import { createBenchDatabase } from '../bench-database.ts';

export interface ListDatabase {
  db: Db;
  rows: number;
  /** The statements that ran since the last call. */
  drainStatements(): Array<{ sql: string; parameters: readonly unknown[] }>;
  explain(statement: { sql: string; parameters: readonly unknown[] }): Promise<string[]>;
  close(): Promise<void>;
}

const filled = ['events', 'blocks', 'accesses'];
const users = 10_000;

export async function openListDatabase(databaseUrl: string, rows: number): Promise<ListDatabase> {
  const { url, drop } = await createBenchDatabase(databaseUrl, `lists_${rows}`);
  const pool = postgresPool(url);
  let statements: Array<{ sql: string; parameters: readonly unknown[] }> = [];
  const db = postgresDb(pool, ({ sql: text, parameters }) => void statements.push({ sql: text, parameters }));
  await migrate(db);
  await fill(url, rows);
  await foldRowCounts(db);
  return {
    db,
    rows,
    drainStatements: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
    explain: async ({ sql: text, parameters }) => {
      const plan = await pool.query(`explain (costs off) ${text}`, [...parameters]);
      return plan.rows.map((row: Record<string, string>) => String(row['QUERY PLAN']));
    },
    close: async () => {
      await pool.end();
      await drop();
    },
  };
}

/** Ids are derived from numbers, so that both databases have the same event, block and user ids. */
export function idOf(kind: 'event' | 'block' | 'user', number: number): string {
  const hex = Buffer.from(`${kind}${number}`.padStart(16, '-')).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function idSql(kind: string, number: string): string {
  return `encode(convert_to(lpad('${kind}' || ${number}, 16, '-'), 'UTF8'), 'hex')::uuid`;
}

/** Drops the indexes, inserts the rows and creates the indexes again: this takes a tenth of the time. */
async function fill(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = any($1) and indexdef not like '%UNIQUE%'`,
      [filled],
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    for (const statement of inserts(rows)) await client.query(statement);
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Ten events start each hour; each has one block; an access in a hundred is open-ended. */
function inserts(rows: number): string[] {
  const start = `timestamptz '2000-01-01' + (i / 10) * interval '1 hour'`;
  return [
    `insert into users (id, email, name, first_name, last_name)
     select ${idSql('user', 'i')}, 'viewer' || i || '@example.test', 'Viewer ' || i, 'Viewer', i::text
     from generate_series(1, ${users}) i`,
    `insert into events (id, name, slug, start_date, end_date, timezone, status, location)
     select ${idSql('event', 'i')},
       case when i = 4711 then 'Zhukov ' when i % 100 = 0 then 'Winter gala ' else 'Fight night ' end || i || ' ' || md5(i::text),
       'event-' || i, ${start}, ${start} + interval '4 hours', 'Europe/Amsterdam',
       (array['public', 'draft', 'hidden'])[i % 3 + 1], '{}'
     from generate_series(1, ${rows}) i`,
    `insert into blocks (id, event_id, name, slug, start_date, end_date, location)
     select ${idSql('block', 'i')}, ${idSql('event', 'i')}, case when i = 4711 then 'Zhukov ' else 'Main card ' end || i || ' ' || md5(i::text), 'main', ${start},
       ${start} + interval '4 hours', '{}'
     from generate_series(1, ${rows}) i`,
    // Twenty accesses per event, so that one event's list has the same length in both databases.
    `insert into accesses (event_id, block_id, user_id, start_date, end_date)
     select ${idSql('event', '(i / 20 + 1)')}, case when i % 2 = 0 then ${idSql('block', '(i / 20 + 1)')} end,
       ${idSql('user', `(i::bigint * 7919 % ${users} + 1)`)}, ${start},
       case when i % 100 > 0 then ${start} + interval '30 days' end
     from generate_series(1, ${rows}) i`,
  ];
}

/** Whether the counts of the triggers equal the rows: a benchmark of wrong results proves nothing. */
export async function hasRows({ db, rows }: ListDatabase): Promise<boolean> {
  return (await countRows(db, 'accesses')) === rows;
}
