/**
 * Whatever takes the right to watch away is announced, by whichever statement; what viewers do all the time is not.
 *
 * @engine both
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteUsers } from '../../src/identity/user.repository.ts';
import { hoursFromNow, insertAccess, insertEvent, insertUser, insertWatchable } from '../factories.ts';
import { openTestDatabase } from '../test-database.ts';

const database = await openTestDatabase();
const { db } = database;
const heard: string[] = [];
const listening = database.listen({
  changed() {},
  ingestChanged() {},
  revoked: (id) => void heard.push(id),
  missed() {},
  heardUntil() {},
  onError(error) {
    throw error;
  },
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

interface Watching {
  userId: string;
  eventId: string;
  blockId: string;
  liveStreamId: string;
  sessionId: string;
  leaseId: string;
  accessId: string;
}
let watching: Watching;

async function insertWatching(): Promise<Watching> {
  const ids = await insertWatchable(db, { block: { paymentRequired: true } });
  const userId = await insertUser(db);
  const accessId = await insertAccess(db, { eventId: ids.eventId, userId });
  const [sessionId, leaseId] = [randomUUID(), randomUUID()];
  const now = new Date().toISOString();
  await db
    .insertInto('loginSessions')
    .values({
      id: sessionId,
      userId,
      remember: true,
      userAgent: null,
      revokedAt: null,
      createdAt: now,
      authenticatedAt: now,
      endsAt: hoursFromNow(24),
    })
    .execute();
  await db
    .insertInto('playbackLeases')
    .values({
      id: leaseId,
      userId,
      sessionId,
      liveStreamId: ids.liveStreamId,
      createdAt: now,
      pingedAt: now,
      endedAt: null,
      endReason: null,
    })
    .execute();
  return { ...ids, userId, accessId, sessionId, leaseId };
}

/** @returns what was announced by then. */
async function allHeard(): Promise<string[]> {
  const mark = randomUUID();
  await sql`select pg_notify('ringside_changes', ${`watch:${mark}`})`.execute(db);
  await expect.poll(() => heard).toContain(mark);
  return heard.splice(0).filter((id) => id !== mark);
}

beforeEach(async () => {
  watching = await insertWatching();
  await allHeard();
});

const update = <T extends 'events' | 'blocks' | 'liveStreams' | 'accesses' | 'playbackLeases'>(
  table: T,
  id: string,
  values: object,
) =>
  db
    .updateTable(table as 'events')
    .set(values)
    .where('id', '=', id)
    .execute();
const remove = (table: string, id: string) =>
  sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);

describe('is announced', () => {
  it.each<[string, (ids: Watching) => Promise<unknown>, keyof Watching]>([
    [
      'the end of a lease',
      ({ leaseId }) =>
        update('playbackLeases', leaseId, { endedAt: new Date().toISOString(), endReason: 'stop' }),
      'leaseId',
    ],
    [
      'a lease that plays another stream',
      async ({ leaseId }) =>
        update('playbackLeases', leaseId, { liveStreamId: (await insertWatchable(db)).liveStreamId }),
      'leaseId',
    ],
    ['a deleted lease', ({ leaseId }) => remove('playback_leases', leaseId), 'leaseId'],
    [
      'a sign-out',
      ({ sessionId }) =>
        db
          .updateTable('loginSessions')
          .set({ revokedAt: new Date().toISOString() })
          .where('id', '=', sessionId)
          .execute(),
      'sessionId',
    ],
    ['a deleted sign-in', ({ sessionId }) => remove('login_sessions', sessionId), 'sessionId'],
    ['a deleted user, by their sign-ins', ({ userId }) => deleteUsers(db, [userId]), 'sessionId'],
    ['a deleted access', ({ accessId }) => remove('accesses', accessId), 'userId'],
    [
      'an access that goes in the statement of its order',
      ({ accessId }) =>
        sql`with gone as (delete from accesses where id = ${accessId} returning id) select * from gone`.execute(
          db,
        ),
      'userId',
    ],
    [
      'a shortened access',
      ({ accessId }) => update('accesses', accessId, { endDate: new Date().toISOString() }),
      'userId',
    ],
    [
      'an access that moves to another event',
      async ({ accessId }) => update('accesses', accessId, { eventId: await insertEvent(db) }),
      'userId',
    ],
    [
      'an access that passes to another user',
      async ({ accessId }) => update('accesses', accessId, { userId: await insertUser(db) }),
      'userId',
    ],
    [
      'a block that costs now',
      ({ blockId }) => update('blocks', blockId, { paymentRequired: false }),
      'blockId',
    ],
    [
      'an event that is a draft again',
      ({ eventId }) => update('events', eventId, { status: 'draft' }),
      'eventId',
    ],
    [
      'a stream that is switched off',
      ({ liveStreamId }) => update('liveStreams', liveStreamId, { status: 'inactive' }),
      'liveStreamId',
    ],
    [
      'a stream that shows another video',
      ({ liveStreamId }) => update('liveStreams', liveStreamId, { videoId: 'other' }),
      'liveStreamId',
    ],
    ['a deleted stream', ({ liveStreamId }) => remove('live_streams', liveStreamId), 'liveStreamId'],
    ['a deleted block, by its streams', ({ blockId }) => remove('blocks', blockId), 'liveStreamId'],
    ['a deleted event, by its streams', ({ eventId }) => remove('events', eventId), 'liveStreamId'],
  ])('%s', async (_, change, subject) => {
    await change(watching);
    expect(await allHeard()).toContain(watching[subject]);
  });

  it('a change of a hundred people one by one, of more by their event, and of many events as any', async () => {
    const { eventId } = watching;
    const holders: string[] = [];
    for (let number = 0; number < 100; number += 1) {
      holders.push(await insertUser(db));
      await insertAccess(db, { eventId, userId: String(holders.at(-1)) });
    }
    const shorten = () =>
      db
        .updateTable('accesses')
        .set({ endDate: hoursFromNow(1) })
        .where('eventId', '=', eventId)
        .execute();
    await db.deleteFrom('accesses').where('userId', '=', watching.userId).execute();
    await allHeard();
    await shorten();
    expect((await allHeard()).toSorted()).toEqual(holders.toSorted());
    await insertAccess(db, { eventId, userId: watching.userId });
    await shorten();
    expect(await allHeard()).toEqual([eventId]);
    for (let number = 0; number < 100; number += 1)
      await insertAccess(db, { eventId: await insertEvent(db), userId: watching.userId });
    await db.deleteFrom('accesses').execute();
    expect(await allHeard()).toEqual(['*']);
  });
});

describe('is not announced', () => {
  it.each<[string, (ids: Watching) => Promise<unknown>]>([
    ['a ping', ({ leaseId }) => update('playbackLeases', leaseId, { pingedAt: new Date().toISOString() })],
    ['a new lease', () => insertWatching()],
    ['an access that is added', ({ eventId, userId }) => insertAccess(db, { eventId, userId })],
    [
      'a change of names',
      async ({ eventId, blockId, liveStreamId }) => {
        await update('events', eventId, { name: 'Other', status: 'hidden' });
        await update('blocks', blockId, { name: 'Other', paymentRequired: true });
        await update('liveStreams', liveStreamId, { name: 'Other', status: 'active' });
      },
    ],
    [
      'an old lease that the clean-up deletes',
      async ({ leaseId }) => {
        await update('playbackLeases', leaseId, { pingedAt: hoursFromNow(-48) });
        await remove('playback_leases', leaseId);
      },
    ],
    [
      'what was rolled back',
      ({ accessId }) =>
        db
          .transaction()
          .execute(async (trx) => {
            await trx.deleteFrom('accesses').where('id', '=', accessId).execute();
            throw new Error('rolled back');
          })
          .catch(() => {}),
    ],
  ])('%s', async (_, change) => {
    await change(watching);
    expect(await allHeard()).toEqual([]);
  });
});
