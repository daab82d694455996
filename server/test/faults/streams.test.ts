/**
 * Streams of events on several server processes: a change on one reaches all, also after faults, and a stop is clean.
 *
 * @tier all
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { insertWatchable } from '../factories.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { followUrl } from '../streams/follow.ts';
import { engine, openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import { useServerPair } from './server-pair.ts';
import { signInAdministrator } from './sign-in.ts';

describe.runIf(engine === 'postgres')('the streams of two servers', { timeout: 60_000 }, () => {
  const pair = useServerPair();
  let token: string;

  beforeAll(async () => {
    token = (await signInAdministrator(pair.servers[0])).accessToken.value;
  });

  const followOn = (server: ServerProcess, eventId: string) =>
    followUrl(`${server.url}/api/v1/kickboxing/competitions/${eventId}/events`);
  const setBanner = async (server: ServerProcess, eventId: string, text: string) => {
    const { status } = await call(server, `PUT /api/v1/events/${eventId}/banner`, { token, body: { text } });
    expect(status).toBe(204);
  };

  /** Ends the listening connections, and nothing else. */
  async function endListeners(): Promise<number> {
    const client = new pg.Client({ connectionString: String(pair.database.databaseUrl) });
    await client.connect();
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'ringside listener'`,
    );
    await client.end();
    return rowCount ?? 0;
  }

  it('send what was changed on the other one within 2 s', async () => {
    const { eventId } = await insertWatchable(pair.database.db);
    const streams = await Promise.all(pair.servers.map((server) => followOn(server, eventId)));
    for (const stream of streams) await stream.next('banner');
    for (const [index, server] of pair.servers.entries()) {
      const text = `Written on server ${index}`;
      await setBanner(server, eventId, text);
      const frames = await Promise.all(
        streams.map((stream) => stream.next('banner', (banner) => banner.text === text)),
      );
      expect(frames[0]).toEqual(frames[1]);
    }
  });

  it('follow again after the listening connection was killed, and have missed nothing', async () => {
    const { eventId } = await insertWatchable(pair.database.db);
    const streams = await Promise.all(pair.servers.map((server) => followOn(server, eventId)));
    for (const stream of streams) await stream.next('banner');
    for (let time = 0; time < 3; time++) {
      expect(await endListeners()).toBeGreaterThan(0);
      const text = `Written while nobody listened ${randomUUID()}`;
      await setBanner(pair.servers[0], eventId, text);
      for (const stream of streams) await stream.next('banner', (banner) => banner.text === text, 5_000);
    }
    const text = 'Written when they listen again';
    await setBanner(pair.servers[1], eventId, text);
    for (const stream of streams) await stream.next('banner', (banner) => banner.text === text);
    expect(pair.servers.map(({ child, errors }) => [child.exitCode, errors()])).toEqual(
      pair.servers.map(() => [null, '']),
    );
  });

  it('show what devices were refused on either', async () => {
    const { eventId, liveStreamId, signedUrlPath } = await insertWatchable(pair.database.db, {
      stream: { status: 'inactive' },
    });
    for (const server of pair.servers)
      expect((await call(server, `GET ${signedUrlPath}`, { token })).status).toBe(403);
    const refusals = async () => {
      const { body } = await call(pair.servers[0], `GET /api/v1/events/${eventId}/desk`, { token });
      expect(body.blocks[0].liveStreams[0].id).toBe(liveStreamId);
      return body.blocks[0].liveStreams[0].refusals;
    };
    const both = [{ reason: 'stream-inactive', count: 2 }];
    await vi.waitFor(async () => expect(await refusals()).toEqual(both), { timeout: 10_000, interval: 200 });
  });
});

describe('a server with open streams', { timeout: 60_000 }, () => {
  const dataDir = newDataDir();

  it('stops within seconds, and asks its clients to come back', async () => {
    const database = engine === 'postgres' ? await openTestDatabase() : undefined;
    const server = await startProcess({
      DATA_DIR: dataDir,
      CONNECTIONS_PER_ADDRESS_MAX: '1000',
      ...(database?.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    });
    const token = (await signInAdministrator(server)).accessToken.value;
    const location = { name: null, address: null, cityName: null, countryName: null };
    const dates = { startDate: '2026-12-01T18:00:00Z', endDate: '2026-12-01T22:00:00Z' };
    const event = {
      name: 'Night',
      slug: 'night',
      timezone: 'Europe/Amsterdam',
      status: 'public',
      location,
      ...dates,
    };
    // A machine with other work may refuse the first call for a moment: the server is busy with its start.
    await expect
      .poll(async () => (await call(server, 'POST /api/v1/events', { token, body: event })).status, {
        timeout: 20_000,
      })
      .toBe(201);
    const path = `${server.url}/api/v1/kickboxing/competitions/night/events`;
    const streams = await Promise.all(Array.from({ length: 300 }, () => followUrl(path)));
    for (const stream of streams) await stream.next('banner');
    const begun = performance.now();
    server.child.kill('SIGTERM');
    await Promise.all(streams.map(({ ended }) => ended));
    expect(await server.ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(3_000);
    const waits = streams.map((stream) => Number(/retry: (\d+)\n\n$/.exec(stream.text())?.[1]));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
    // Not all at the same time.
    expect(new Set(waits).size).toBeGreaterThan(100);
    expect(server.errors()).toBe('');
    await database?.[Symbol.asyncDispose]();
  });
});
