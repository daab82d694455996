/** A server that is overloaded, waits for its database, or has a nearly full disk. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { type Disk, freeBytesOf, watchDisk } from '../../src/health/free-disk.ts';
import { watchEventLoop } from '../../src/health/pressure.ts';
import { toProblem } from '../../src/http/error-handler.ts';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const megabyte = 1024 * 1024;
const short = { eventLoopDelayMs: 0, databaseWaitMs: 0 };
const pressure = {
  eventLoopDelayMs: () => short.eventLoopDelayMs,
  databaseWaitMs: () => short.databaseWaitMs,
};
let free = 1_000 * megabyte;
// The real guard with a fake measurement. A new one for each change, because it caches the result for a second.
let guard = watchDisk('database', 200 * megabyte, async () => free);
let holds: Disk['holds'] = 'database';
const disk: Disk = {
  get holds() {
    return holds;
  },
  check: () => guard.check(),
};
function setFree(megabytes: number, kind: Disk['holds'] = 'database') {
  free = megabytes * megabyte;
  holds = kind;
  guard = watchDisk(kind, 200 * megabyte, async () => free);
}

const api = await startApi({}, undefined, { pressure, disk });
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});
const { eventId, signedUrlPath } = await insertWatchable(api.db);
const started = await organiser.request('POST /api/v1/playback/sessions');
const ping = `POST /api/v1/playback/sessions/${started.body.id}/ping`;
const event = () => ({
  name: 'Night',
  slug: `night-${randomUUID()}`,
  startDate: '2027-06-01T19:00:00Z',
  endDate: '2027-06-01T23:00:00Z',
  timezone: 'UTC',
  location: {},
});
const create = () => organiser.request('POST /api/v1/events', { body: event() });

beforeEach(() => {
  Object.assign(short, { eventLoopDelayMs: 0, databaseWaitMs: 0 });
  setFree(1_000);
});

describe('a server under pressure', () => {
  it.each([
    ['event loop', { eventLoopDelayMs: 501 }],
    ['database', { databaseWaitMs: 1_001 }],
  ])('of its %s sheds requests that can wait, at once and with a problem', async (_name, load) => {
    Object.assign(short, load);
    for (const target of [
      'GET /api/v1/kickboxing/competitions',
      'GET /api/v1/events',
      'POST /api/v1/identity/auth/credentials/login',
    ]) {
      const { status, body, headers } = await organiser.request(target);
      expect([status, body.detail]).toEqual([503, 'The server is overloaded; try again soon.']);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(2);
    }
    Object.assign(short, { eventLoopDelayMs: 0, databaseWaitMs: 0 });
    expect((await organiser.request('GET /api/v1/events')).status).toBe(200);
  });

  it.each([
    ['event loop', { eventLoopDelayMs: 1_999 }],
    ['database', { databaseWaitMs: 2_499 }],
  ])('of its %s still admits the requests of viewers', async (_name, load) => {
    Object.assign(short, load);
    expect((await organiser.request(ping)).status).toBe(204);
    const signed = await organiser.request(`GET ${signedUrlPath}`);
    expect(signed.status).toBe(200);
    expect((await api.request(`GET ${new URL(signed.body.url).pathname}`)).status).toBe(200);
  });

  it('that is extreme only answers health checks, metrics and video', async () => {
    const signed = await organiser.request(`GET ${signedUrlPath}`);
    short.eventLoopDelayMs = 2_001;
    expect((await organiser.request(ping)).status).toBe(503);
    expect((await organiser.request(`GET ${signedUrlPath}`)).status).toBe(503);
    expect((await api.request(`GET ${new URL(signed.body.url).pathname}`)).status).toBe(200);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await api.request(`GET ${path}`)).status).toBe(200);
  });

  it('does not query the database for a request that it sheds, and logs no error', async () => {
    short.databaseWaitMs = 1_001;
    await sql`alter table login_sessions rename to login_sessions_away`.execute(api.db);
    const { status } = await organiser.request('GET /api/v1/events');
    await sql`alter table login_sessions_away rename to login_sessions`.execute(api.db);
    expect(status).toBe(503);
    expect(api.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([]);
  });
});

describe('a server whose disk is nearly full', () => {
  it('refuses writes and still answers reads', async () => {
    setFree(199);
    const before = await organiser.request('GET /api/v1/events');
    for (const answer of [
      await create(),
      await organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { name: 'Other' } }),
      await organiser.request(`DELETE /api/v1/events/${eventId}`),
      await api.request('POST /api/v1/identity/auth/credentials/register', { body: {} }),
      await api.request('GET /api/v1/identity/auth/credentials/logout'),
    ]) {
      expect([answer.status, answer.body.detail, answer.headers['retry-after']]).toEqual([
        503,
        'The disk of the server is nearly full: nothing can be stored now. Reading goes on.',
        '60',
      ]);
    }
    expect(await organiser.request('GET /api/v1/events')).toMatchObject({ status: 200, body: before.body });
    const ready = await api.request('GET /readyz');
    expect([ready.status, ready.body.detail]).toEqual([
      503,
      'The disk is nearly full: nothing can be stored.',
    ]);
    expect((await api.request('GET /healthz')).status).toBe(200);
  });

  it('keeps a reserve for viewers, and refuses them when it is used up', async () => {
    setFree(51);
    expect((await organiser.request(ping)).status).toBe(204);
    expect((await organiser.request(`GET ${signedUrlPath}`)).status).toBe(200);
    setFree(49);
    expect((await organiser.request(ping)).status).toBe(503);
    expect((await organiser.request(`GET ${signedUrlPath}`)).status).toBe(503);
  });

  it('accepts writes again as soon as there is space', async () => {
    setFree(0);
    expect((await create()).status).toBe(503);
    setFree(200);
    expect((await create()).status).toBe(201);
  });

  it('still stores rows when the database is elsewhere, but no pictures', async () => {
    setFree(0, 'files');
    expect((await create()).status).toBe(201);
    const upload = await organiser.request('POST /api/v1/media/images', {
      body: Buffer.from('x'),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(upload.status).toBe(503);
    expect((await api.request('GET /readyz')).status).toBe(503);
    setFree(0, 'nothing');
    expect((await api.request('GET /readyz')).status).toBe(200);
  });

  it('measures the disk of the data folder, even before the folder exists', async () => {
    const free = await freeBytesOf('/');
    expect(free).toBeGreaterThan(0);
    expect(await freeBytesOf('/no-such-folder/nor-this-one')).toBeGreaterThan(0);
  });

  it('measures the disk at most once a second', async () => {
    let asked = 0;
    const counted = watchDisk('database', 1, async () => ++asked);
    await Promise.all(Array.from({ length: 50 }, () => counted.check()));
    expect(asked).toBe(1);
  });
});

describe('the measure of the event loop', () => {
  const block = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('rises when the event loop is blocked repeatedly', async () => {
    using loop = watchEventLoop();
    const until = performance.now() + 4_000;
    while (loop.delayMs() < 300 && performance.now() < until) {
      block(500);
      await turn();
    }
    expect(loop.delayMs()).toBeGreaterThan(300);
    loop.forget();
    expect(loop.delayMs()).toBe(0);
    // Nor do the windows after it count what was before it.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(loop.delayMs()).toBeLessThan(300);
  });
});

if (api.databaseUrl !== undefined) {
  describe('the pool of connections', () => {
    it('counts waiting requests and their time, and ends the wait with a 503', async () => {
      const database = await openDatabase({ databaseUrl: api.databaseUrl, dataDir: '', poolMax: 2 });
      const held = Array.from({ length: 2 }, () => sql`select pg_sleep(4)`.execute(database.db));
      await expect.poll(() => database.load()).toMatchObject({ busy: 2, waiting: 0 });
      const waiting = sql`select 1`.execute(database.db).then(
        () => 'answered',
        (error: Error) => error.message,
      );
      await expect.poll(() => database.load().longestWaitMs).toBeGreaterThan(100);
      expect(database.load()).toMatchObject({ busy: 2, waiting: 1 });
      expect(await waiting).toBe('timeout exceeded when trying to connect');
      expect(database.load()).toMatchObject({ waiting: 0, longestWaitMs: 0 });
      await Promise.all(held);
      await database[Symbol.asyncDispose]();
    });

    it('logs the error itself, not a failed authentication', async () => {
      const signedIn = await api.signInAs({ scopes: ['event:read'] });
      const from = api.log.length;
      await sql`alter table login_sessions rename to login_sessions_away`.execute(api.db);
      const { status } = await signedIn.request('GET /api/v1/events');
      await sql`alter table login_sessions_away rename to login_sessions`.execute(api.db);
      expect(status).toBe(500);
      expect(api.log.slice(from).join('')).toContain('login_sessions');
      expect(api.log.slice(from).join('')).not.toContain('None of the security schemes');
    });

    it('ends an idle transaction, and answers its request with a 503', async () => {
      const fault = await api.db
        .transaction()
        .execute(async (trx) => {
          await sql`set local idle_in_transaction_session_timeout = 50`.execute(trx);
          await new Promise((resolve) => setTimeout(resolve, 500));
          await sql`select 1`.execute(trx);
        })
        .catch((error: unknown) => error);
      expect(toProblem(fault).code).toBe('service-unavailable');
    });

    it('limits the time of statements, of locks and of idle transactions', async () => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name like '%_timeout' and source = 'client'`.execute(
        api.db,
      );
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
        statement_timeout: '10000',
        lock_timeout: '5000',
        idle_in_transaction_session_timeout: '15000',
      });
    });
  });
}
