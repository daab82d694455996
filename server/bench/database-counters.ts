/** What a PostgreSQL on this machine has done, by its own counters. */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../src/db/database.ts';

export interface Counters {
  statements: number;
  /** Of the processes of this database. */
  cpuSeconds: number;
  countedBy: 'pg_stat_statements' | 'transactions';
}

const ticksPerSecond = 100;

/** Statements by `pg_stat_statements` where the server has loaded it; otherwise transactions, which are fewer. */
export async function readCounters(db: Db): Promise<Counters> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  `.execute(db);
  const cpu = await Promise.all(rows.map(({ pid }) => cpuSecondsOf(pid)));
  const cpuSeconds = cpu.reduce((sum, seconds) => sum + seconds, 0);
  const counted = await readStatements(db).catch(() => undefined);
  if (counted !== undefined) return { statements: counted, cpuSeconds, countedBy: 'pg_stat_statements' };
  const { rows: stats } = await sql<{ count: number }>`
    select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()
  `.execute(db);
  return { statements: Number(stats[0]?.count), cpuSeconds, countedBy: 'transactions' };
}

async function readStatements(db: Db): Promise<number> {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select sum(calls)::float8 as count from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return Number(rows[0]?.count);
}

/** 0 for a process of another machine. */
async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (!stat.includes('(postgres)')) return 0;
  // After the name, which may contain spaces: state is the first field, utime and stime are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
