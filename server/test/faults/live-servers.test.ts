/**
 * Two server processes on one PostgreSQL share a broadcast: one has its encoder, both have viewers.
 *
 * @tier all
 * @engine postgres
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { until } from '../ingest/venue.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import {
  joinVenue,
  type LiveVenue,
  listPath,
  nextOf,
  publishAt,
  setUpLiveVenue,
  untilLive,
  watchAt,
} from './live-venue.ts';
import { kindOf, openRelayWire, type RelayWire } from './relay-wire.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

describe('a broadcast at two servers', { timeout: 90_000 }, () => {
  const recordings = newDataDir();
  const dataDirs = [newDataDir(), newDataDir()];
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let db: Db;
  let owner: ServerProcess;
  let other: ServerProcess;
  let wire: RelayWire;
  let signIn: SignIn;
  let venue: LiveVenue;

  const start = async (index: number, env: Record<string, string> = {}) =>
    startProcess({
      DATABASE_URL: String(database.databaseUrl),
      DATA_DIR: String(dataDirs[index]),
      RECORDING_DIR: recordings,
      RTMP_PORT: '0',
      CONNECTIONS_PER_ADDRESS_MAX: '5000',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      TRUST_PROXY: '127.0.0.1',
      ...env,
    });

  beforeAll(async () => {
    database = await openTestDatabase();
    db = database.db;
    wire = await openRelayWire();
    [owner, other] = await Promise.all([start(0, { INTERNAL_URL: wire.url }), start(1)]);
    wire.leadTo(String(owner.url));
    signIn = await createSignIn(db);
  }, 60_000);
  beforeEach(async () => {
    venue = await setUpLiveVenue(db, signIn, other);
  });
  afterAll(async () => {
    for (const server of [owner, other]) server?.child.kill('SIGKILL');
    await Promise.all([owner, other].map((server) => server?.ended));
    wire?.close();
    await database?.[Symbol.asyncDispose]();
  }, 60_000);

  const textAt = async (server: ServerProcess, query = '') => {
    const { status, body } = await call(server, `GET ${listPath(venue)}${query}`);
    expect(status).toBe(200);
    return body as string;
  };
  const asks = (kind: string) =>
    wire.asked.filter((path) => kindOf(path) === kind && path.includes(venue.videoId));

  it('reaches the viewers of both, with the same addresses and bytes', async () => {
    using _encoder = await publishAt(owner, venue);
    await untilLive(other, venue);
    const master = await call(other, `GET ${venue.master}`);
    expect(master).toMatchObject({ status: 200, body: expect.stringContaining('source/live.m3u8') });
    expect(master.body).toBe((await call(owner, `GET ${venue.master}`)).body);
    const text = await textAt(other);
    const addresses = [...text.matchAll(/\/media\/segments\/[^"\s]+/g)].map(([path]) => path);
    expect(addresses.length).toBeGreaterThan(2);
    for (const path of addresses) {
      const [here, there] = await Promise.all([call(other, `GET ${path}`), call(owner, `GET ${path}`)]);
      const { etag, 'content-length': length, 'content-type': type } = here.headers;
      expect([here.status, etag, length, type]).toEqual([
        there.status,
        ...['etag', 'content-length', 'content-type'].map((name) => there.headers[name]),
      ]);
    }
    const init = /EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1];
    const atInit = listPath(venue).replace('live.m3u8', String(init));
    expect((await call(other, `GET ${atInit}`)).status).toBe(200);
    // Whole segments, what changed alone, and key frames.
    const file = /^\d+-\d+\.m4s$/m.exec(text)?.[0];
    const redirect = await call(other, `GET ${listPath(venue).replace('live.m3u8', String(file))}`);
    expect((await call(other, `GET ${redirect.headers.location}`)).status).toBe(200);
    const keyFrames = await call(other, `GET ${listPath(venue).replace('live.', 'live-iframes.')}`);
    expect(keyFrames).toMatchObject({ status: 200, body: expect.stringContaining('#EXT-X-I-FRAMES-ONLY') });
    const last = (body: string) => body.trimEnd().split('\n').slice(-8).join('\n');
    await until(
      async () => {
        const [mine, its] = await Promise.all(
          [other, owner].map((server) => textAt(server, '?_HLS_skip=YES')),
        );
        return [mine === its, last(String(mine)), last(String(its))];
      },
      ([isSame]) => isSame === true,
    );
    // Neither is behind the other by more than a part.
    const [here, there] = await Promise.all([watchAt(other, venue), watchAt(owner, venue)]);
    await wait(5_000);
    await Promise.all([here.stop(), there.stop()]);
    expect([here.failures, there.failures]).toEqual([[], []]);
    expect(Math.abs(here.seen.length - there.seen.length)).toBeLessThan(4);
    expect(wire.asked.filter((path) => path.includes(venue.leaseId))).toEqual([]);
  });

  it('is fetched once for any number of viewers, and costs no statement more for them', async () => {
    using _encoder = await publishAt(owner, venue);
    await untilLive(other, venue);
    const text = await textAt(other);
    const hint = /PRELOAD-HINT:[^\n]*URI="([^"]+)"/.exec(text)?.[1] as string;
    const replies = await Promise.all(Array.from({ length: 60 }, () => call(other, `GET ${hint}`)));
    const name = hint.split('/').at(-1)?.replace('.m4s', '');
    // At the end of a segment the hinted part never comes.
    expect(new Set(replies.map(({ status }) => status)).size).toBe(1);
    expect(asks('segment').filter((path) => path.endsWith(`/${name}`))).toHaveLength(1);

    const committed = async () => {
      const { rows } = await sql<{ count: string }>`
        select xact_commit as count from pg_stat_database where datname = current_database()`.execute(db);
      return Number(rows[0]?.count);
    };
    const people: LiveVenue[] = [];
    while (people.length < 60) people.push(await joinVenue({ db, signIn, server: other }, venue));
    const costOf = async (count: number) => {
      const before = await committed();
      const viewers = people.slice(0, count).map((person) => watchAt(other, person));
      await wait(10_000);
      await Promise.all(viewers.map((viewer) => viewer.stop()));
      expect(viewers.flatMap(({ failures }) => failures)).toEqual([]);
      const statements = (await committed()) - before;
      return { statements, playlists: viewers.flatMap(({ seen }) => seen).length };
    };
    // PostgreSQL may count a commit 10 s late: what came before falls to the few, and what others cost to both.
    const few = await costOf(6);
    const crowd = await costOf(60);
    expect(crowd.playlists).toBeGreaterThan(2 * few.playlists);
    expect(crowd.statements - few.statements).toBeLessThan((crowd.playlists - few.playlists) / 4);
    expect(wire.mostOpen(venue.videoId, 'list')).toBe(1);
    const fetched = asks('segment').map((path) => path.split('/').at(-1));
    expect(new Set(fetched).size).toBe(fetched.length);
  });

  it('is refused at both within 2 s after the right to watch has gone', async () => {
    using _encoder = await publishAt(owner, venue);
    await untilLive(other, venue);
    for (const server of [owner, other]) await textAt(server);
    await db.deleteFrom('accesses').where('userId', '=', venue.viewerId).execute();
    for (const server of [owner, other])
      await until(
        () => call(server, `GET ${listPath(venue)}`),
        ({ status }) => status === 403,
        2_000,
      );
  });

  it('is taken over at the other server, and the first encoder is cut off within 2 s', async () => {
    using first = await publishAt(owner, venue);
    await untilLive(other, venue);
    const viewers = [watchAt(owner, venue), watchAt(other, venue)];
    await wait(2_000);
    const tookOverAt = performance.now();
    using _second = await publishAt(other, venue);
    await first.closed;
    expect(performance.now() - tookOverAt).toBeLessThan(2_000);
    await until(
      async () => viewers.map((viewer) => viewer.lastText()),
      (texts) => texts.every((text) => /\/2-\d+-\d+\.m4s/.test(text)),
    );
    await wait(3_000);
    for (const viewer of viewers) {
      await viewer.stop();
      expect(viewer.longestGap()).toBeLessThan(6_000);
      expect(nextOf(viewer.lastText()).msn).toBeGreaterThan(1);
    }
    const [atFirst, atSecond] = viewers.map((viewer) => viewer.lastText());
    expect(atFirst?.split('\n')[2]).toBe(atSecond?.split('\n')[2]);
  });

  it('is taken over within a heartbeat or two where the database announces nothing', async () => {
    await sql`alter table ingests disable trigger notify_owner`.execute(db);
    using first = await publishAt(owner, venue);
    await untilLive(other, venue);
    const viewer = watchAt(owner, venue);
    const tookOverAt = performance.now();
    using _second = await publishAt(other, venue);
    await first.closed;
    expect(performance.now() - tookOverAt).toBeLessThan(3_500);
    await until(
      async () => viewer.lastText(),
      (text) => /\/2-\d+-\d+\.m4s/.test(text),
    );
    await viewer.stop();
    await sql`alter table ingests enable trigger notify_owner`.execute(db);
  });

  it('ends at both, whichever is told, and both have the replay', async () => {
    using encoder = await publishAt(owner, venue);
    await untilLive(other, venue);
    await wait(4_000);
    await textAt(other);
    const { status } = await call(other, `POST ${venue.path}/end`, { token: venue.organiser });
    expect(status).toBe(204);
    await encoder.closed;
    for (const server of [owner, other]) {
      await until(
        () => textAt(server),
        (text) => text.includes('#EXT-X-ENDLIST'),
        4_000,
      );
      const replay = await until(
        () => call(server, `GET ${listPath(venue).replace('live.', 'replay.')}`),
        ({ status }) => status === 200,
        2_000,
      );
      expect(replay.body).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
      const file = /^\d+-\d+\.m4s$/m.exec(replay.body)?.[0];
      const segment = await call(server, `GET ${listPath(venue).replace('live.m3u8', String(file))}`);
      expect((await call(server, `GET ${segment.headers.location}`)).status).toBe(200);
    }
  });

  it('asks nobody but the server in the row: no forged path, no other server, no redirect, no other protocol', async () => {
    using _encoder = await publishAt(owner, venue);
    await untilLive(other, venue);
    await textAt(other);
    const [genuine = ''] = asks('master');
    const [, , , sig = '', exp = '', serverId = ''] = genuine.split('/');
    expect((await call(owner, `GET ${genuine}`)).status).toBe(200);
    for (const forged of [
      genuine.replace(
        sig,
        sig.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
      genuine.replace(exp, String(Number(exp) + 60)),
      genuine.replace('/master/', '/list/'),
      genuine.replace(serverId, randomUUID()),
    ])
      expect([forged, (await call(owner, `GET ${forged}`)).status]).toEqual([forged, 403]);
    // The right signature at the wrong server.
    expect((await call(other, `GET ${genuine}`)).status).toBe(403);

    const trap = await openRelayWire();
    trap.leadTo(String(owner.url));
    wire.answerWith({ status: 302, headers: { location: `${trap.url}/secret` } });
    await wait(2_000);
    await call(other, `GET ${listPath(venue)}`);
    wire.answerWith(undefined);
    trap.close();
    expect(trap.asked).toEqual([]);
    await until(
      () => textAt(other),
      (text) => nextOf(text).msn > 0,
    );
  });
});
