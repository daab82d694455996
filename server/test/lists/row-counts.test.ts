/**
 * @engine both
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { countRows, foldRowCounts } from '../../src/lists/row-counts.ts';
import { insertAccess, insertEvent, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';

const { db } = await startApi();

async function counted(trx: Db, table: 'events' | 'accesses') {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(trx);
  return rows[0]?.count;
}

async function expectExact() {
  expect(await countRows(db, 'events')).toBe(await counted(db, 'events'));
  expect(await countRows(db, 'accesses')).toBe(await counted(db, 'accesses'));
}

const storedRows = async () =>
  Number(
    (await db.selectFrom('rowCounts').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow())
      .count,
  );

describe('the row counts', () => {
  it('follow inserts, changes of status, deletes and cascades', async () => {
    const userId = await insertUser(db);
    const [first = '', second = ''] = await Promise.all([
      insertEvent(db),
      insertEvent(db, { status: 'draft' }),
    ]);
    for (const eventId of [first, first, second]) await insertAccess(db, { eventId, userId });
    expect(await countRows(db, 'events', 'draft')).toBe(1);
    await db.updateTable('events').set({ status: 'hidden' }).where('id', '=', second).execute();
    expect(await countRows(db, 'events', 'draft')).toBe(0);
    expect(await countRows(db, 'events', 'hidden')).toBe(1);
    await expectExact();

    await db.deleteFrom('events').where('id', '=', first).execute();
    expect(await countRows(db, 'accesses')).toBe(1);
    await db.deleteFrom('users').where('id', '=', userId).execute();
    expect(await countRows(db, 'accesses')).toBe(0);
    await expectExact();
  });

  it('follow the rollback of a transaction', async () => {
    const before = await countRows(db, 'events');
    const undone = db.transaction().execute(async (trx) => {
      await insertEvent(trx);
      expect(await countRows(trx, 'events')).toBe(before + 1);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await countRows(db, 'events')).toBe(before);
  });

  it('stay exact while they are folded during writes', async () => {
    const write = async () => {
      for (let round = 0; round < 10; round += 1) {
        const id = await insertEvent(db);
        if (round % 3 === 0) await db.deleteFrom('events').where('id', '=', id).execute();
      }
    };
    const fold = async () => {
      for (let round = 0; round < 10; round += 1) await foldRowCounts(db);
    };
    await Promise.all([write(), write(), write(), fold(), fold()]);
    await expectExact();

    await foldRowCounts(db);
    await expectExact();
    // One row per key: three statuses, accesses, users, the audit log.
    expect(await storedRows()).toBeLessThanOrEqual(6);
  });
});
