/**
 * Outages of many blocks at once: a statement needs few locks, takes them in one order, and still waits for its likes.
 *
 * @tier all
 * @engine postgres
 */
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertLiveStream } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { waitUntilBlocked } from '../../wait-for-lock.ts';

const { db } = await startApi();

/** Blocks with two active streams each. */
async function newBlocks(count: number) {
  const eventId = await insertEvent(db);
  const blockIds = await Promise.all(Array.from({ length: count }, () => insertBlock(db, { eventId })));
  const streams = await Promise.all(
    blockIds.map((blockId) =>
      Promise.all([insertLiveStream(db, { blockId }), insertLiveStream(db, { blockId })]),
    ),
  );
  return {
    eventId,
    first: streams.map(([id]) => String(id)),
    second: streams.map(([, id]) => String(id)),
  };
}

/** In one statement that changes them in this order. */
const switchOff = (on: typeof db, streamIds: string[]) =>
  sql`
    update live_streams set status = 'inactive'
    from (select id::uuid from jsonb_array_elements_text(${JSON.stringify(streamIds)}::jsonb) id offset 0) chosen
    where live_streams.id = chosen.id`.execute(on);

async function countOpen(eventId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from outages join blocks on blocks.id = outages.block_id
    where event_id = ${eventId} and ended_at is null`.execute(db);
  return Number(rows[0]?.open);
}

// The embedded engine has one connection: nothing waits there, and nobody else needs its memory.
describe('a statement', () => {
  it('may touch 20,000 blocks', { timeout: 240_000 }, async () => {
    const count = 20_000;
    const eventId = await insertEvent(db);
    /** Without the time limit of requests. @returns how many of these locks the statement took. */
    const run = (statement: RawBuilder<unknown>) =>
      db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await statement.execute(trx);
        const { rows } = await sql<{ locks: number }>`
          select count(*)::integer as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
        `.execute(trx);
        return rows[0]?.locks;
      });
    const locks = [
      await run(sql`
        insert into blocks (event_id, name, slug, start_date, end_date, location)
        select ${eventId}, 'Block ' || i, 'block-' || i, now(), now() + interval '1 hour', '{}'
        from generate_series(1, ${count}::int) i`),
      await run(sql`
        insert into live_streams (block_id, video_id, name, status, weight)
        select id, 'demo', 'Camera', 'inactive', 1 from blocks where event_id = ${eventId}`),
    ];
    expect(await countOpen(eventId)).toBe(count);
    // As the database does by itself a moment later.
    await sql`analyze`.execute(db);
    locks.push(
      await run(sql`
        update live_streams set status = 'active' from blocks
        where blocks.id = block_id and event_id = ${eventId}`),
    );
    expect(await countOpen(eventId)).toBe(0);
    locks.push(await run(sql`delete from events where id = ${eventId}`));
    expect(locks).toEqual([0, 64, 64, 0]);
  });

  it('does not deadlock with one that changes the same blocks in the opposite order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { eventId, first, second } = await newBlocks(60);
      await Promise.all([switchOff(db, first), switchOff(db, second.toReversed())]);
      expect(await countOpen(eventId)).toBe(60);
    }
  }, 60_000);

  it('waits for one with the same blocks, and sees what it did', async () => {
    const { eventId, first, second } = await newBlocks(3);
    let other: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      await switchOff(trx, first);
      other = switchOff(db, second.slice(1).toReversed());
      await waitUntilBlocked(db);
    });
    await other;
    expect(await countOpen(eventId)).toBe(2);
  });

  it('waits for a transaction that has asked for its blocks before', async () => {
    const { eventId, first, second } = await newBlocks(3);
    const blockIds = sql`array(select id from blocks where event_id = ${eventId})`;
    let other: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      await sql`select lock_outages(${blockIds})`.execute(trx);
      other = switchOff(db, second);
      await waitUntilBlocked(db);
      // One after the other, in an order of its own.
      for (const id of first.toReversed()) await switchOff(trx, [id]);
    });
    await other;
    expect(await countOpen(eventId)).toBe(3);
  });
});
