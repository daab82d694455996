/**
 * Two servers without a common disk record into an object store. When one dies, the other's replay still has everything.
 *
 * @tier all
 * @engine postgres
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startObjectStore } from '../../stand-ins/object-store.ts';
import { until } from '../ingest/venue.ts';
import { newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import { listPath, publishAt, setUpLiveVenue, stateAtServer, untilLive } from './live-venue.ts';
import { createSignIn } from './sign-in.ts';

describe('recordings in an object store', { timeout: 90_000 }, () => {
  const dataDirs = [newDataDir(), newDataDir(), newDataDir()];
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let store: Awaited<ReturnType<typeof startObjectStore>>;
  const servers: ServerProcess[] = [];
  const start = async (index: number) => {
    const server = await startProcess({
      DATABASE_URL: String(database.databaseUrl),
      DATA_DIR: String(dataDirs[index]),
      STORAGE_URL: store.url,
      RTMP_PORT: '0',
      TRUST_PROXY: '127.0.0.1',
    });
    servers.push(server);
    return server;
  };

  beforeAll(async () => {
    database = await openTestDatabase();
    store = await startObjectStore();
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await store?.close();
    await database?.[Symbol.asyncDispose]();
  }, 60_000);

  it('survive the death of their server and an outage of the store, and any server plays them', async () => {
    const [first, second] = await Promise.all([start(0), start(1)]);
    const signIn = await createSignIn(database.db);
    const venue = await setUpLiveVenue(database.db, signIn, second);
    const state = () => stateAtServer(second, venue);
    const storedSegments = () =>
      [...store.objects.keys()].flatMap(
        (key) => new RegExp(`^recordings/${venue.videoId}/(\\d+-\\d+)\\.m4s$`).exec(key)?.[1] ?? [],
      );
    using encoder = await publishAt(first, venue);
    await untilLive(second, venue);
    await until(
      async () => storedSegments().length,
      (count) => count >= 3,
    );
    first.child.kill('SIGKILL');
    encoder.stop();
    await first.ended;
    const ofFirst = storedSegments();

    using again = await publishAt(second, venue);
    await until(
      async () => storedSegments().length,
      (count) => count >= ofFirst.length + 1,
    );
    // The store is away: live goes on, and it is said.
    store.failWith(503);
    await until(state, ({ warnings }) => warnings.includes('store-away'));
    const before = (await state()).recording.seconds;
    await until(state, ({ recording }) => recording.seconds >= before + 4);
    expect((await call(second, `GET ${listPath(venue)}`)).status).toBe(200);
    const waiting = storedSegments().length;
    store.failWith(undefined);
    await until(
      async () => storedSegments().length,
      (count) => count >= waiting + 2,
      30_000,
    );
    await until(state, ({ warnings }) => !warnings.includes('store-away'));
    expect((await call(second, `POST ${venue.path}/end`, { token: venue.organiser })).status).toBe(204);
    again.stop();

    // A server that has none of it on its disk.
    const third = await start(2);
    const replayPath = listPath(venue).replace('live.m3u8', 'replay.m3u8');
    const namesIn = (body: string) =>
      [...body.matchAll(/^(\d+-\d+)\.m4s$/gm)].map(([, name]) => String(name));
    // What a server has stored as it dies, and not yet written down, is in no replay.
    const written = (name: string) => name !== ofFirst.at(-1);
    const replay = await until(
      () => call(third, `GET ${replayPath}`),
      ({ body }) =>
        storedSegments()
          .filter(written)
          .every((name) => namesIn(body).includes(name)),
      30_000,
    );
    expect(replay.status).toBe(200);
    const names = namesIn(replay.body);
    expect(storedSegments()).toEqual(expect.arrayContaining(names));
    expect(names.filter((name) => ofFirst.includes(name))).toEqual(
      names.slice(0, ofFirst.filter((name) => names.includes(name)).length),
    );
    expect(replay.body.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
    for (const name of names) {
      const signed = await call(third, `GET ${replayPath.replace('replay.m3u8', `${name}.m4s`)}`);
      const { status, headers } = await call(third, `GET ${signed.headers.location}`);
      const stored = store.objects.get(`recordings/${venue.videoId}/${name}.m4s`);
      expect([status, Number(headers['content-length'])]).toEqual([200, stored?.bytes.length]);
    }
    const init = /EXT-X-MAP:URI="([^"]+)"/.exec(replay.body)?.[1];
    expect((await call(third, `GET ${replayPath.replace('replay.m3u8', String(init))}`)).status).toBe(200);
  });
});
