/**
 * Films that organisers upload, at several servers that die: nothing that has arrived is sent again, or lost.
 *
 * @tier all
 * @engine postgres
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { startObjectStore } from '../../stand-ins/object-store.ts';
import { insertAccess, insertUser, insertWatchable } from '../factories.ts';
import { until } from '../ingest/venue.ts';
import { newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';
import { hasTool } from '../tools.ts';
import { call } from './call.ts';
import { createSignIn } from './sign-in.ts';

const part = 4 * 1024 * 1024;
const seconds = 360;

interface Place {
  base: string;
  organiser: string;
  viewer: string;
  signedUrlPath: string;
}

describe.runIf(hasTool('ffmpeg'))('a film that is uploaded (needs ffmpeg)', { timeout: 120_000 }, () => {
  const folder = newDataDir();
  const dataDirs = [newDataDir(), newDataDir(), newDataDir()];
  let film: Buffer;
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let db: Db;
  let store: Awaited<ReturnType<typeof startObjectStore>>;
  let place: Place;
  const servers: ServerProcess[] = [];
  const start = async (index: number, env: Record<string, string> = { STORAGE_URL: store.url }) => {
    const server = await startProcess({
      DATABASE_URL: String(database.databaseUrl),
      DATA_DIR: String(dataDirs[index]),
      TRUST_PROXY: '127.0.0.1',
      ...env,
    });
    servers.push(server);
    return server;
  };
  const stop = async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.splice(0).map(({ ended }) => ended));
  };

  beforeAll(async () => {
    film = makeFilm(path.join(folder, 'film.mp4'));
    database = await openTestDatabase();
    db = database.db;
    store = await startObjectStore();
  }, 60_000);
  beforeEach(async () => {
    place = await setUp(db);
  });
  afterEach(stop);
  afterAll(async () => {
    await store?.close();
    await database?.[Symbol.asyncDispose]();
  }, 60_000);

  it('goes on at the other server when its own one is killed, during the upload and during packaging (28.60)', async () => {
    const [first, second] = await Promise.all([start(0), start(1)]);
    const id = await create(first, place, film.length);
    await append(first, { ...place, id }, part0());
    // Killed in the middle of a part.
    const half = beginPart(first, { ...place, id }, { offset: part, bytes: film.subarray(part, 2 * part) });
    await until(
      async () => half.bytesWritten,
      (sent) => sent > part / 2,
    );
    first.child.kill('SIGKILL');
    const { received } = await filmAt(second, place);
    expect(received).toBe(part);
    // Else a quick machine is done before anybody looks.
    store.slowBy(100);
    await finish(second, { ...place, id }, received);

    const begun = await until(
      () => filmAt(second, place),
      ({ state, progress }) => state !== 'packaging' || progress > 1,
    );
    expect(begun.state).toBe('packaging');
    second.child.kill('SIGKILL');
    await second.ended;
    store.slowBy(0);
    const third = await start(2);
    const left = await filmAt(third, place);
    expect(left).toMatchObject({ id, state: 'packaging' });
    expect(left.progress).toBeGreaterThanOrEqual(begun.progress);
    await standStill(id);
    await expectReady(third, id);
    expect([...store.objects.keys()].filter((key) => key.includes('/upload-'))).toEqual([]);
  });

  it('waits for an object store that is away, and is not lost (28.60)', async () => {
    const server = await start(0);
    const id = await create(server, place, film.length);
    store.failWith(503);
    const refused = await append(server, { ...place, id }, part0());
    expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('object store')]);
    store.failWith(undefined);
    await finish(server, { ...place, id }, 0);
    store.failWith(503);
    await until(
      async () => server.output(),
      (output) => output.includes('a film waits for the database or the object store'),
      40_000,
    );
    expect(await filmAt(server, place)).toMatchObject({ state: 'packaging', problem: null });
    store.failWith(undefined);
    await standStill(id);
    await expectReady(server, id);
  });

  it('is packaged anew by a server on its own after it was killed (28.60)', async () => {
    const server = await start(0, {});
    const id = await create(server, place, film.length);
    await finish(server, { ...place, id }, 0);
    await until(
      () => filmAt(server, place),
      ({ progress }) => progress > 0,
    );
    server.child.kill('SIGKILL');
    await server.ended;
    // Another server, without the file, leaves it alone.
    const other = await start(1, {});
    await standStill(id);
    const again = await start(0, {});
    await expectReady(again, id);
    expect(other.output()).not.toContain('film');
  });

  const part0 = () => ({ offset: 0, bytes: film.subarray(0, part) });

  async function finish(server: ServerProcess, at: Place & { id: string }, from: number) {
    for (let offset = from; offset < film.length; offset += part) {
      const reply = await append(server, at, { offset, bytes: film.subarray(offset, offset + part) });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
  }

  /** The time that passes without a sign of life of the server that packages. */
  async function standStill(id: string) {
    const workedAt = new Date(Date.now() - 31_000).toISOString();
    await db.updateTable('films').set({ workedAt }).where('id', '=', id).execute();
  }

  async function expectReady(server: ServerProcess, id: string) {
    const made = await until(
      () => filmAt(server, place),
      ({ state }) => state === 'ready' || state === 'failed',
      45_000,
    );
    expect(made).toMatchObject({ id, state: 'ready', problem: null, progress: 100 });
    const { status, body } = await call(server, `GET ${place.signedUrlPath}`, { token: place.viewer });
    expect([status, body.mode]).toEqual([200, 'replay']);
    const master = new URL(body.url).pathname;
    const list = master.replace(/replay\.m3u8$/, 'film/replay.m3u8');
    const replay = (await call(server, `GET ${list}`)).body as string;
    const lengths = [...replay.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(seconds, 0);
    const names = replay.match(/^\d+-\d+\.m4s$/gm) ?? [];
    for (const name of names.filter((_, index) => index % 20 === 0)) {
      const signed = await call(server, `GET ${list.replace('replay.m3u8', name)}`);
      expect((await call(server, `HEAD ${signed.headers.location}`)).status).toBe(200);
    }
  }
});

async function setUp(db: Db): Promise<Place> {
  const organiserId = await insertUser(db);
  for (const permissionCode of ['event:read', 'event:update'])
    await db.insertInto('userPermissions').values({ userId: organiserId, permissionCode }).execute();
  const { eventId, blockId, liveStreamId, signedUrlPath } = await insertWatchable(db);
  const viewerId = await insertUser(db);
  await insertAccess(db, { eventId, userId: viewerId });
  const signIn = await createSignIn(db);
  const base = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/films`;
  const [organiser, viewer] = await Promise.all([signIn(organiserId), signIn(viewerId)]);
  return { base, organiser: organiser.token, viewer: viewer.token, signedUrlPath };
}

async function create(server: ServerProcess, { base, organiser }: Place, size: number): Promise<string> {
  const { status, body } = await call(server, `POST ${base}`, {
    token: organiser,
    body: { fileName: 'fight.mp4', size },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function filmAt(server: ServerProcess, { base, organiser }: Place) {
  const { body } = await call(server, `GET ${base}`, { token: organiser });
  return body.data[0];
}

interface Part {
  offset: number;
  bytes: Buffer;
}

const append = (server: ServerProcess, { base, id, organiser }: Place & { id: string }, part: Part) =>
  call(server, `PATCH ${base}/${id}?offset=${part.offset}`, { token: organiser, raw: part.bytes });

/** Sends all of a part but its last bytes. */
function beginPart(
  { url }: ServerProcess,
  { base, id, organiser }: Place & { id: string },
  { offset, bytes }: Part,
) {
  const { hostname, port } = new URL(String(url));
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    [
      `PATCH ${base}/${id}?offset=${offset} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${organiser}`,
      'Content-Type: application/octet-stream',
      `Content-Length: ${bytes.length}`,
      '',
      '',
    ].join('\r\n'),
  );
  socket.write(bytes.subarray(0, -1_000));
  return socket;
}

/** Three parts, and some hundred segments, so that packaging takes a while. */
function makeFilm(file: string): Buffer {
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=160x90:rate=10:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=sample_rate=48000:duration=${seconds}`,
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '20',
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    file,
  ]);
  return readFileSync(file);
}
