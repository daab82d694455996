/**
 * Two server processes on one PostgreSQL remember who may watch. Whatever takes that right away on the first one, or in
 * the database itself, stops the playlists of the second one within two seconds.
 *
 * @tier all
 * @engine postgres
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { deleteUsers } from '../../src/identity/user.repository.ts';
import { insertAccess, insertUser, insertWatchable } from '../factories.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import { createSignIn, type SignIn, signInAdministrator } from './sign-in.ts';

const limitMs = 2_000;
/** For the calls of the test itself on a busy machine. */
const slackMs = 500;
const sessions = '/api/v1/playback/sessions';
const logout = 'GET /api/v1/identity/auth/credentials/logout';

describe('two servers that remember who may watch', { timeout: 60_000 }, () => {
  const dataDirs = [newDataDir(), newDataDir()];
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let db: Db;
  let first: ServerProcess;
  let second: ServerProcess;
  let wire: Wire;
  let signIn: SignIn;
  let admin: string;

  beforeAll(async () => {
    database = await openTestDatabase();
    db = database.db;
    const url = String(database.databaseUrl);
    wire = await openWire(url);
    const env = {
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      CONNECTIONS_PER_ADDRESS_MAX: '5000',
    };
    [first, second] = await Promise.all([
      startProcess({ ...env, DATA_DIR: String(dataDirs[0]), DATABASE_URL: url }),
      startProcess({ ...env, DATA_DIR: String(dataDirs[1]), DATABASE_URL: wire.url }),
    ]);
    signIn = await createSignIn(db);
    admin = (await signInAdministrator(first)).accessToken.value;
  }, 60_000);
  afterAll(async () => {
    wire?.close();
    for (const server of [first, second]) server?.child.kill('SIGTERM');
    await Promise.all([first, second].map((server) => server?.ended));
    await database?.[Symbol.asyncDispose]();
  }, 60_000);

  const ping = (leaseId: string, agoMs = 0) =>
    db
      .updateTable('playbackLeases')
      .set({ pingedAt: new Date(Date.now() - agoMs).toISOString() })
      .where('id', '=', leaseId)
      .execute();

  type Watching = Awaited<ReturnType<typeof watch>>;

  /** A viewer who bought a block, watches by the first server, and loads playlists of the second one. */
  async function watch({ pingedAgoMs = 0 } = {}) {
    const ids = await insertWatchable(db, { block: { paymentRequired: true } });
    const userId = await insertUser(db);
    const accessId = await insertAccess(db, { eventId: ids.eventId, userId });
    const { token, sessionId } = await signIn(userId);
    const { body } = await call(first, `GET ${ids.signedUrlPath}`, { token });
    const playlist = `GET ${new URL(body.url).pathname.replace('/live.m3u8', '/360p/live.m3u8')}`;
    const load = async () => (await call(second, playlist)).status;
    const leaseId = String(body.playbackSessionId);
    if (pingedAgoMs > 0) await ping(leaseId, pingedAgoMs);
    await untilRemembered(load);
    return { ...ids, userId, accessId, token, sessionId, leaseId, load };
  }

  /** A playlist that needs a statement would wait for the lock. */
  const isRemembered = (load: () => Promise<number>) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table live_streams in access exclusive mode`.execute(trx);
      return Promise.race([load().then((status) => status === 200), wait(500).then(() => false)]);
    });

  async function untilRemembered(load: () => Promise<number>): Promise<void> {
    await expect.poll(load).toBe(200);
    await expect.poll(() => isRemembered(load), { timeout: 10_000 }).toBe(true);
  }

  async function refusedAfterMs(load: () => Promise<number>): Promise<number> {
    const begun = performance.now();
    while ((await load()) !== 403) {
      if (performance.now() - begun > 10_000) throw new Error('It is still served after 10 s');
      await wait(5);
    }
    return performance.now() - begun;
  }

  const asAdmin = async (target: string, body?: object) => {
    const { status } = await call(first, target, { token: admin, body });
    expect(status).toBeLessThan(300);
  };

  it.each<[string, (viewer: Watching) => Promise<unknown>]>([
    [
      'a third device starts',
      async ({ userId }) => {
        for (let device = 0; device < 2; device += 1)
          await call(first, `POST ${sessions}`, { token: (await signIn(userId)).token });
      },
    ],
    ['the device starts again', ({ token }) => call(first, `POST ${sessions}`, { token })],
    [
      'the viewer stops the device',
      ({ token, leaseId }) => call(first, `DELETE ${sessions}/${leaseId}`, { token }),
    ],
    [
      'an organiser stops the device',
      ({ userId, leaseId }) =>
        asAdmin(`DELETE /api/v1/identity/users/${userId}/playback-sessions/${leaseId}`),
    ],
    ['the device signs out', ({ token }) => call(first, logout, { token })],
    [
      'it plays another stream',
      async ({ token, userId }) => {
        const other = await insertWatchable(db);
        await insertAccess(db, { eventId: other.eventId, userId });
        await call(first, `GET ${other.signedUrlPath}`, { token });
      },
    ],
    ['the access is deleted', ({ accessId }) => asAdmin(`DELETE /api/v1/events/access/${accessId}`)],
    [
      'the access is shortened',
      ({ accessId }) =>
        db
          .updateTable('accesses')
          .set({ endDate: new Date().toISOString() })
          .where('id', '=', accessId)
          .execute(),
    ],
    [
      'a free block costs from now on',
      async ({ blockId, accessId, load }) => {
        const cost = (paymentRequired: boolean) =>
          db.updateTable('blocks').set({ paymentRequired }).where('id', '=', blockId).execute();
        await cost(false);
        await db.deleteFrom('accesses').where('id', '=', accessId).execute();
        await wait(200);
        await untilRemembered(load);
        await cost(true);
      },
    ],
    [
      'the event becomes a draft',
      ({ eventId }) => asAdmin(`PATCH /api/v1/events/${eventId}`, { status: 'draft' }),
    ],
    ['the event is deleted', ({ eventId }) => db.deleteFrom('events').where('id', '=', eventId).execute()],
    [
      'the stream is switched off',
      ({ liveStreamId }) =>
        db.updateTable('liveStreams').set({ status: 'inactive' }).where('id', '=', liveStreamId).execute(),
    ],
    ['the user is deleted', ({ userId }) => deleteUsers(db, [userId])],
    [
      'the accesses of many are deleted at once',
      async ({ eventId }) => {
        for (let number = 0; number < 120; number += 1)
          await insertAccess(db, { eventId, userId: await insertUser(db) });
        await db.deleteFrom('accesses').where('eventId', '=', eventId).execute();
      },
    ],
  ])('refuse when %s', async (_, takeAway) => {
    const viewer = await watch();
    await takeAway(viewer);
    expect(await refusedAfterMs(viewer.load)).toBeLessThan(limitMs);
  });

  it('answer from memory what was taken away without a word, until the lease would have expired', async () => {
    const viewer = await watch();
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx
        .updateTable('playbackLeases')
        .set({ endedAt: new Date().toISOString(), endReason: 'stop' })
        .where('id', '=', viewer.leaseId)
        .execute();
    });
    // So the tests above and below prove that what they take away is heard of.
    await wait(2 * limitMs);
    expect(await viewer.load()).toBe(200);
  });

  it('refuse within two seconds while the connection that listens is silent, and remember again after it', async () => {
    const viewer = await watch();
    const other = await watch();
    wire.freeze();
    await call(first, `DELETE ${sessions}/${viewer.leaseId}`, { token: viewer.token });
    expect(await refusedAfterMs(viewer.load)).toBeLessThan(limitMs + slackMs);
    // Nobody else notices.
    expect(await other.load()).toBe(200);
    wire.thaw();
    await untilRemembered(other.load);
    await call(first, logout, { token: other.token });
    expect(await refusedAfterMs(other.load)).toBeLessThan(limitMs);
  });

  it('refuse while the connection that listens is cut again and again', async () => {
    const viewer = await watch();
    wire.cut();
    await call(first, `DELETE ${sessions}/${viewer.leaseId}`, { token: viewer.token });
    wire.cut();
    expect(await refusedAfterMs(viewer.load)).toBeLessThan(limitMs);
    await wait(1_000);
    expect(await viewer.load()).toBe(403);
  });

  it('go on remembering a viewer whose pings arrive at the other server', async () => {
    const viewer = await watch({ pingedAgoMs: 40_000 });
    const ends = performance.now() + 25_000;
    await ping(viewer.leaseId);
    while (performance.now() < ends) {
      expect(await isRemembered(viewer.load)).toBe(true);
      await wait(500);
    }
  });
});

interface Wire {
  url: string;
  /** The connection that listens passes nothing on, and stays open. */
  freeze(): void;
  thaw(): void;
  cut(): void;
  close(): void;
}

/** Stands between a server and PostgreSQL, and knows the connection that listens by the name that it gives. */
async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const listening = new Set<[Socket, Socket]>();
  const all = new Set<Socket>();
  let isFrozen = false;
  const server: Server = createServer((inner) => {
    const outer = connect(Number(target.port || 5432), target.hostname);
    const pair: [Socket, Socket] = [inner, outer];
    for (const socket of pair) {
      all.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          all.delete(socket);
          listening.delete(pair);
          for (const other of pair) other.destroy();
        });
    }
    inner.once('data', (start) => {
      outer.write(start);
      if (start.includes('ringside listener')) {
        listening.add(pair);
        if (isFrozen) return;
      }
      inner.pipe(outer);
      outer.pipe(inner);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const [inner, outer] of listening) {
        inner.unpipe(outer).pause();
        outer.unpipe(inner).pause();
      }
    },
    thaw() {
      isFrozen = false;
      for (const [inner, outer] of listening) {
        inner.pipe(outer);
        outer.pipe(inner);
      }
    },
    cut() {
      for (const [inner] of listening) inner.destroy();
    },
    close() {
      server.close();
      for (const socket of all) socket.destroy();
    },
  };
}
