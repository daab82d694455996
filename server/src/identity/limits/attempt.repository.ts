import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Limit } from './attempt.rules.ts';

/** Hashes what people typed, so that the database never stores it: it may be a password in the wrong field. */
export function counterKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * By key. `isSlowed`: the last failure made the next try wait, even if that wait is over. A counter from a clock that
 * is far ahead makes nobody wait.
 */
export async function listCounters(db: Db, keys: string[], now: string) {
  const rows = await db
    .selectFrom('attemptCounters')
    .select(['key', 'waitUntil'])
    .select(isSlowed(now).as('isSlowed'))
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

const isSlowed = (now: string) => sql<boolean>`(attempt_counters.wait_until > attempt_counters.counted_at
  and attempt_counters.counted_at < ${now}::timestamptz + interval '1 minute')`;

/**
 * Counts a failure in one statement, so that any number of servers count the same. It first forgetSeconds older failures,
 * one by one.
 * @param options.inTurn counts only when no wait is running. @returns whether it counted.
 */
export async function countAttempt(
  db: Db,
  key: string,
  { waits, forgetSeconds }: Limit,
  now: string,
  options: { inTurn: boolean },
): Promise<boolean> {
  const instant = sql`${now}::timestamptz`;
  const passed = sql`greatest(0, extract(epoch from ${instant} - attempt_counters.counted_at))`;
  const failures = sql`greatest(0, attempt_counters.failures - ${passed} / ${forgetSeconds}::float8)`;
  const allWaits = sql`${sql.lit(`{${waits.join(',')}}`)}::int[]`;
  const wait = sql`(${allWaits})[least(ceil(${failures})::int + 1, ${waits.length}::int)]`;
  const { rows } = await sql`
    insert into attempt_counters (key, failures, counted_at, wait_until, forget_at)
    values (${key}, 1, ${instant}, ${instant} + interval '1 second' * ${waits[0] ?? 0}::int,
      ${instant} + interval '1 second' * ${forgetSeconds}::float8)
    on conflict (key) do update set
      failures = ${failures} + 1,
      counted_at = ${instant},
      wait_until = ${instant} + interval '1 second' * ${wait},
      forget_at = ${instant} + interval '1 second' * (greatest(${wait}, (${failures} + 1) * ${forgetSeconds}::float8))
    ${options.inTurn ? sql`where attempt_counters.wait_until <= ${instant} or not ${isSlowed(now)}` : sql``}
    returning key
  `.execute(db);
  return rows.length > 0;
}

/** Takes back a count that was no failure. The next try need not wait, but still only one runs at a time. */
export async function refundAttempt(db: Db, key: string, now: string): Promise<void> {
  await sql`
    update attempt_counters set failures = greatest(0, failures - 1),
      wait_until = least(wait_until, greatest(${now}::timestamptz, counted_at + interval '1 millisecond'))
    where key = ${key}
  `.execute(db);
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
