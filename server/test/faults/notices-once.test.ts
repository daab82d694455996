/**
 * Who waits for a bout is told once, whatever happens to the servers (docs/product/card.md, 46.6). `NOTICES_PEOPLE=1000` for a long run.
 *
 * @tier all
 * @engine postgres
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { insertBlock, insertBout, insertEvent, insertFighter } from '../factories.ts';
import { newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';

const people = Number(process.env.NOTICES_PEOPLE ?? 100);
const kills = people > 100 ? 12 : 3;
const minute = 60_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a bout that is next', { timeout: 300_000 }, () => {
  const dataDirs = [newDataDir(), newDataDir()];
  const servers = new Set<ServerProcess>();
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let db: Db;
  beforeAll(async () => {
    database = await openTestDatabase();
    db = database.db;
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all([...servers].map(({ ended }) => ended));
    await database?.[Symbol.asyncDispose]();
  });

  async function start(index: number): Promise<ServerProcess> {
    const server = await startProcess({
      DATABASE_URL: String(database.databaseUrl),
      DATA_DIR: String(dataDirs[index]),
    });
    servers.add(server);
    return server;
  }

  async function insertNight(): Promise<string> {
    const dates = { startDate: inMs(-60 * minute), endDate: inMs(180 * minute) };
    const eventId = await insertEvent(db, { status: 'public', ...dates });
    const blockId = await insertBlock(db, { eventId, ...dates });
    const add = async (name: string) =>
      insertBout(db, { blockId, redFighterId: await insertFighter(db, { name }) });
    const [first, next] = [await add('Red 1'), await add('Red 2')];
    const bell = { kind: 'over' as const, round: null, at: inMs(-minute), rungAt: inMs(-minute) };
    await db
      .insertInto('bells')
      .values({ id: randomUUID(), boutId: first, ...bell, userId: null, undoneAt: null })
      .execute();
    return next;
  }

  /** Each with a device, and mails. */
  async function insertWaiting(boutId: string): Promise<void> {
    await sql`
      with person as (
        insert into users (email, email_verified_at, name, first_name, last_name)
        select 'waiting-' || number || '@example.test', now(), 'Waiting Person', 'Waiting', 'Person'
        from generate_series(1, ${people}::int) as number
        returning id
      ), device as (
        insert into login_sessions (user_id, remember, created_at)
        select id, true, now() from person
        returning id, user_id
      ), push as (
        insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
        select id, user_id, 'https://push.invalid/' || id, 'p', 'a', now() from device
      ), mails as (
        insert into reminder_settings (user_id, mails, bout_mails) select id, true, true from person
      )
      insert into bout_reminders (user_id, bout_id, by_link, origin, known, created_at)
      select id, ${boutId}, false, 'https://ringside.test', 'announced', now() from person
    `.execute(db);
  }

  const told = async () => {
    const { rows } = await sql<{ told: number }>`
      select count(*)::int as told from bout_reminders where told_next_at is not null`.execute(db);
    return rows[0]?.told ?? 0;
  };

  it('is told to each once by two servers that are killed at random', async () => {
    // A piece takes its time, so that a server dies in the middle of one, and what is stored stays to be counted.
    await sql`
      create function hold() returns trigger language plpgsql as $$ begin
        perform pg_sleep(0.01);
        new.due_at := now() + interval '1 day';
        return new;
      end $$`.execute(db);
    for (const table of ['outbox_mails', 'push_messages'])
      await sql`create trigger hold before insert on ${sql.table(table)}
        for each row execute function hold()`.execute(db);
    await insertWaiting(await insertNight());
    for (let round = 0; round < kills; round += 1) {
      const pair = await Promise.all([start(0), start(1)]);
      await wait(Math.random() * 1_500);
      for (const { child } of pair) child.kill('SIGKILL');
      await Promise.all(pair.map(({ ended }) => ended));
      for (const server of pair) servers.delete(server);
    }
    await Promise.all([start(0), start(1)]);
    await expect.poll(told, { timeout: 120_000, interval: 500 }).toBe(people);
    const { rows } = await sql`
      select (select count(*)::int from push_messages where notice = 'next') as messages,
        (select count(distinct session_id)::int from push_messages where notice = 'next') as devices,
        (select count(*)::int from outbox_mails where kind = 'bout') as mails,
        (select count(distinct recipient)::int from outbox_mails where kind = 'bout') as addresses
    `.execute(db);
    expect(rows).toEqual([{ messages: people, devices: people, mails: people, addresses: people }]);
  });
});
