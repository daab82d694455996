import { createHash } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../db/database.ts';
import type { Limit } from './attempt.rules.ts';

/** Hashes what people typed, so that the database never stores it: it may be a password in the wrong field. */
export function counterKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The waits that are still running, by key. A counter of a time that is far ahead makes nobody wait. */
export async function listWaits(db: Db, keys: string[], now: string): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('attemptCounters')
    .select(['key', 'waitUntil'])
    .where('key', 'in', keys)
    .where(mustWait(now))
    .execute();
  return new Map(rows.map(({ key, waitUntil }) => [key, waitUntil]));
}

/** Without a wait `wait_until` is `counted_at`, which may be a moment later than `now` when two attempts race. */
const mustWait = (now: string) => sql<boolean>`(attempt_counters.wait_until > ${now}::timestamptz
  and attempt_counters.wait_until > attempt_counters.counted_at
  and attempt_counters.counted_at < ${now}::timestamptz + interval '1 minute')`;

/** What `countAttempt` has written, so that `refundAttempt` knows whether another attempt was counted since. */
export type Counted = Pick<Selectable<Database['attemptCounters']>, 'failures' | 'countedAt'>;

/**
 * Counts an attempt as a failure unless a wait is running. It first forgets older failures, one by one. One statement
 * checks and counts: of many attempts at once, on any number of servers, no two can be the same failure.
 * @returns undefined when a wait is running: then nothing is counted.
 */
export async function countAttempt(
  db: Db,
  key: string,
  { waits, forgetSeconds }: Limit,
  now: string,
): Promise<Counted | undefined> {
  const instant = sql`${now}::timestamptz`;
  const passed = sql`greatest(0, extract(epoch from ${instant} - attempt_counters.counted_at))`;
  const failures = sql`greatest(0, attempt_counters.failures - ${passed} / ${forgetSeconds}::float8)`;
  const wait = waitAfter(sql`${failures} + 1`, waits);
  const { rows } = await sql<Counted>`
    insert into attempt_counters (key, failures, counted_at, wait_until, forget_at)
    values (${key}, 1, ${instant}, ${instant} + interval '1 second' * ${waits[0] ?? 0}::int,
      ${instant} + interval '1 second' * ${forgetSeconds}::float8)
    on conflict (key) do update set
      failures = ${failures} + 1,
      counted_at = ${instant},
      wait_until = ${instant} + interval '1 second' * ${wait},
      forget_at = ${instant} + interval '1 second' * (greatest(${wait}, (${failures} + 1) * ${forgetSeconds}::float8))
    where not ${mustWait(now)}
    returning failures, counted_at
  `.execute(db);
  return rows[0];
}

/**
 * Takes back a count that was no failure. If it was the last one, no wait was running before it. Otherwise the wait of the
 * later failures stays: a successful sign-in must not end the wait of earlier guesses.
 * @param counted left out: others were counted since.
 */
export async function refundAttempt(db: Db, key: string, { waits }: Limit, counted?: Counted): Promise<void> {
  const isLast =
    counted === undefined
      ? sql`false`
      : sql`failures = ${counted.failures}::float8 and counted_at = ${counted.countedAt}::timestamptz`;
  const wait = waitAfter(sql`failures - 1`, waits);
  await sql`
    update attempt_counters set failures = greatest(0, failures - 1),
      wait_until = least(wait_until, counted_at + interval '1 second' * case when ${isLast} then 0 else ${wait} end)
    where key = ${key}
  `.execute(db);
}

/** The seconds to wait after so many failures, which need not be a whole number. */
function waitAfter(failures: RawBuilder<unknown>, waits: readonly number[]): RawBuilder<unknown> {
  const allWaits = sql.lit(`{${waits.join(',')}}`);
  // PostgreSQL counts from 1, and an array has no element 0.
  return sql`coalesce((${allWaits}::int[])[least(ceil(${failures})::int, ${waits.length}::int)], 0)`;
}

export async function deleteCounters(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('attemptCounters').where('key', 'in', keys).execute();
}

/** Deletes counters whose failures are all forgotten. @returns the number of deleted ones. */
export async function deleteForgottenCounters(db: Db, now: string, limit: number): Promise<number> {
  const forgotten = db
    .selectFrom('attemptCounters')
    .select('key')
    .where('forgetAt', '<', now)
    .orderBy('forgetAt')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('attemptCounters')
    .where('key', 'in', forgotten.forUpdate().skipLocked())
    .where('forgetAt', '<', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
