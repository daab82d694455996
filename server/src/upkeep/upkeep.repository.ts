import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { UpkeepRow } from './upkeep.tables.ts';

export function findUpkeep(db: Db): Promise<UpkeepRow> {
  return db
    .selectFrom('upkeep')
    .select(['cleanedAt', 'waitedMs', 'quietSince', 'platformId', 'backupAt'])
    .executeTakeFirstOrThrow();
}

/** Ends a wait, too. */
export async function noteCleanUp(db: Db, cleanedAt: string): Promise<void> {
  await db.updateTable('upkeep').set({ cleanedAt, waitedMs: null }).execute();
}

/** Several servers wait at the same time: the one that has waited longest counts, unless the wait begins anew. */
export async function noteWait(db: Db, waitedMs: number, { isAnew }: { isAnew: boolean }): Promise<void> {
  const longest = sql<number>`greatest(waited_ms, ${waitedMs}::float8)`;
  await db
    .updateTable('upkeep')
    .set({ waitedMs: isAnew ? waitedMs : longest })
    .execute();
}

/** @param backupAt what the restored backup knows ends here. */
export async function beQuiet(db: Db, backupAt: string): Promise<void> {
  await db.updateTable('upkeep').set({ quietSince: sql<string>`clock_timestamp()`, backupAt }).execute();
}

/** @returns false when the platform was live already. */
export async function goLive(db: Db): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upkeep')
    .set({ quietSince: null })
    .where('quietSince', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
