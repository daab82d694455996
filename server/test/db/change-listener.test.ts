/** Listening survives a database that refuses, is silent or goes away, and never holds up a stop. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { listenToPostgres } from '../../src/db/change-listener.ts';
import { insertEvent } from '../factories.ts';
import { engine, openTestDatabase } from '../test-database.ts';

function newListener() {
  return {
    changed: vi.fn<(eventId: string) => void>(),
    revoked: vi.fn<(id: string) => void>(),
    ingestChanged: vi.fn<(ingestId: string) => void>(),
    missed: vi.fn(),
    heardUntil: vi.fn<(instant: number) => void>(),
    onError: vi.fn(),
  };
}

describe('on a database that works', async () => {
  const database = await openTestDatabase();
  afterAll(() => database[Symbol.asyncDispose]());

  it('hears of each change once, and of nothing after its end', async () => {
    const listener = newListener();
    const listening = database.listen(listener);
    await vi.waitFor(() => expect(listener.missed).toHaveBeenCalledTimes(1), 15_000);
    const eventId = await insertEvent(database.db);
    await vi.waitFor(() => expect(listener.changed.mock.calls).toEqual([[eventId]]), 15_000);
    await database.db.transaction().execute(async (trx) => {
      for (const name of ['One', 'Two', 'Three'])
        await trx.updateTable('events').set({ name }).where('id', '=', eventId).execute();
    });
    await vi.waitFor(() => expect(listener.changed.mock.calls).toEqual([[eventId], [eventId]]), 15_000);
    await listening[Symbol.asyncDispose]();
    await database.db.updateTable('events').set({ name: 'Four' }).where('id', '=', eventId).execute();
    expect(listener.changed).toHaveBeenCalledTimes(2);
    expect(listener.onError.mock.calls).toEqual([]);
  });

  it('survives a subscriber that throws, and notifications of somebody else', async () => {
    const listener = newListener();
    listener.changed.mockImplementation(() => {
      throw new Error('of the subscriber');
    });
    await using _listening = database.listen(listener);
    await vi.waitFor(() => expect(listener.missed).toHaveBeenCalled(), 15_000);
    for (const payload of ['', 'event:', 'x', 'other:1', ':', 'x'.repeat(7_000)])
      await sql`select pg_notify('ringside_changes', ${payload})`.execute(database.db);
    const eventId = await insertEvent(database.db);
    await vi.waitFor(() => expect(listener.onError).toHaveBeenCalledTimes(1), 15_000);
    expect(listener.changed.mock.calls).toEqual([[eventId]]);
    expect(await sql`select 1 as one`.execute(database.db)).toMatchObject({ rows: [{ one: 1 }] });
  });
});

/** It probes every 15 s when nobody relies on it. */
const closelyMs = 8_000;

describe.runIf(engine === 'postgres')('on PostgreSQL that works', async () => {
  const database = await openTestDatabase();
  afterAll(() => database[Symbol.asyncDispose]());

  it('knows up to when it has heard everything, and more exactly while somebody relies on it', async () => {
    const listener = newListener();
    await using listening = database.listen(listener);
    await vi.waitFor(() => expect(listener.heardUntil).toHaveBeenCalled(), 15_000);
    expect(listener.heardUntil.mock.lastCall?.[0]).toBeLessThanOrEqual(performance.now());
    await wait(1_200);
    expect(listener.heardUntil).toHaveBeenCalledTimes(1);
    const begun = performance.now();
    listening.listenClosely();
    // At once, and again after half a second.
    await vi.waitFor(
      () => expect(listener.heardUntil.mock.lastCall?.[0]).toBeGreaterThanOrEqual(begun),
      closelyMs,
    );
    await vi.waitFor(
      () => expect(listener.heardUntil.mock.lastCall?.[0]).toBeGreaterThanOrEqual(begun + 1_000),
      closelyMs,
    );
  });

  it('has heard whatever was committed before, when it says so', async () => {
    const listener = newListener();
    const heard: string[] = [];
    listener.revoked.mockImplementation((id) => void heard.push(id));
    await using listening = database.listen(listener);
    await vi.waitFor(() => expect(listener.heardUntil).toHaveBeenCalled(), 15_000);
    for (let round = 0; round < 5; round += 1) {
      listening.listenClosely();
      const id = randomUUID();
      await sql`select pg_notify('ringside_changes', ${`watch:${id}`})`.execute(database.db);
      const committedAt = performance.now();
      await vi.waitFor(
        () => expect(listener.heardUntil.mock.lastCall?.[0]).toBeGreaterThanOrEqual(committedAt),
        { timeout: closelyMs, interval: 1 },
      );
      expect(heard).toContain(id);
    }
  });

  it('knows nothing any more after the loss of its connection, until it listens again', async () => {
    const listener = newListener();
    await using _listening = database.listen(listener);
    await vi.waitFor(() => expect(listener.heardUntil).toHaveBeenCalled(), 15_000);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'ringside listener'
    `.execute(database.db);
    await vi.waitFor(
      () => expect(listener.heardUntil).toHaveBeenCalledWith(Number.NEGATIVE_INFINITY),
      15_000,
    );
    await vi.waitFor(() => expect(listener.missed).toHaveBeenCalledTimes(2), { timeout: 15_000 });
    await vi.waitFor(() => expect(listener.heardUntil.mock.lastCall?.[0]).toBeGreaterThan(0), 15_000);
  });
});

describe.runIf(engine === 'postgres')('behind a pooler that shares connections', async () => {
  const database = await openTestDatabase();
  afterAll(() => database[Symbol.asyncDispose]());

  it.each([
    ['answers from another connection', swapAfterListen],
    ['is quiet and drops notifications', dropNotifications],
  ])('that %s never says that it has heard everything', async (_kind, pass) => {
    const target = new URL(String(database.databaseUrl));
    const url = new URL(target);
    const pooler = createServer((client) => pass(client, target)).listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    url.port = String((pooler.address() as AddressInfo).port);
    const listener = newListener();
    await using _listening = listenToPostgres(url.href, listener);
    // A swap in the middle of an answer is another error, after which it tries again.
    await vi.waitFor(
      () => expect(listener.onError.mock.calls.join()).toContain('A pooler shares the connection'),
      30_000,
    );
    const instants = listener.heardUntil.mock.calls.map(([instant]) => instant);
    expect(new Set(instants)).toEqual(new Set([Number.NEGATIVE_INFINITY]));
    pooler.close();
  });
});

/** Like PgBouncer, whose client has no connection between its transactions. One connection answers as long as it is alone. */
function dropNotifications(client: Socket, { hostname, port }: URL): void {
  const server = connect(Number(port), hostname).on('error', () => client.destroy());
  const isNotification = (data: Buffer) => data[0] === 'A'.charCodeAt(0);
  client.on('error', () => {}).on('close', () => server.destroy());
  client.on('data', (data) => server.write(data));
  server.on('data', (data) => isNotification(data) || client.write(data));
}

/** Passes the first transaction to one connection, and all later ones to another. */
function swapAfterListen(client: Socket, { hostname, port }: URL): void {
  const connectTo = () => connect(Number(port), hostname).on('error', () => client.destroy());
  const isReady = (data: Buffer) => data.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]));
  const [first, second] = [connectTo(), connectTo()];
  let isSwapped = false;
  let hasListened = false;
  client.once('data', (start) => second.write(start));
  client.on('data', (data) => {
    hasListened ||= data.includes('listen ringside_changes');
    (isSwapped ? second : first).write(data);
  });
  first.on('data', (data) => {
    client.write(data);
    if (hasListened && isReady(data)) isSwapped = true;
  });
  second.on('data', (data) => isSwapped && client.write(data));
  client
    .on('error', () => {})
    .on('close', () => {
      for (const socket of [first, second]) socket.destroy();
    });
}

describe('on PostgreSQL', () => {
  it('tries again while it is refused', { timeout: 60_000 }, async () => {
    const listener = newListener();
    const listening = listenToPostgres('postgres://nobody@127.0.0.1:1/none', listener);
    await vi.waitFor(() => expect(listener.onError.mock.calls.length).toBeGreaterThan(2), {
      timeout: 30_000,
    });
    await listening[Symbol.asyncDispose]();
    expect(listener.missed).not.toHaveBeenCalled();
  });

  it('stops at once beside a database that accepts and says nothing', async () => {
    const accepted: Socket[] = [];
    const silent = createServer((socket) => void accepted.push(socket.resume())).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const listener = newListener();
    const listening = listenToPostgres(`postgres://nobody@127.0.0.1:${port}/none`, listener);
    await vi.waitFor(() => expect(accepted).toHaveLength(1), 15_000);
    const begun = performance.now();
    await listening[Symbol.asyncDispose]();
    expect(performance.now() - begun).toBeLessThan(500);
    await vi.waitFor(() => expect(accepted[0]?.destroyed).toBe(true), 15_000);
    expect(listener.onError.mock.calls).toEqual([]);
    silent.close();
  });
});
