/**
 * Films that organisers upload as a replay (docs/product.md, 28.33 to 28.35).
 *
 * @engine both
 */
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';
import { film as filmLive, publish } from './encoder.ts';
import { paddedTo, testFilm } from './test-films.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();
const part = 4 * 1024 * 1024;

/** Larger than a part. */
const large = paddedTo(part + 1_000_000, testFilm('upload-8-s.mp4'));
const small = testFilm('upload-4-s.mp4');

async function stage() {
  const organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });
  const viewer = await api.signInAs();
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  const streamId = await insertLiveStream(api.db, { blockId });
  await insertAccess(api.db, { eventId, userId: viewer.userId });
  const base = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${streamId}`;
  return { organiser, viewer, eventId, blockId, streamId, base };
}
type Stage = Awaited<ReturnType<typeof stage>>;
type Place = Pick<Stage, 'organiser' | 'base'>;

const create = ({ organiser, base }: Place, size: number) =>
  organiser.request(`POST ${base}/films`, { body: { fileName: 'fight.mp4', size } });
const append = (
  { organiser, base }: Place,
  id: string,
  { bytes, offset }: { bytes: Buffer | PassThrough; offset: number },
) =>
  api.app.inject({
    method: 'PATCH',
    url: `${base}/films/${id}?offset=${offset}`,
    payload: bytes,
    headers: {
      authorization: `Bearer ${organiser.accessToken}`,
      'content-type': 'application/octet-stream',
    },
  });
const films = async ({ organiser, base }: Place) => (await organiser.request(`GET ${base}/films`)).body.data;

async function upload(place: Place, bytes: Buffer): Promise<string> {
  const { status, body } = await create(place, bytes.length);
  expect(status).toBe(201);
  for (let offset = 0; offset < bytes.length; offset += part) {
    const answer = await append(place, body.id, { bytes: bytes.subarray(offset, offset + part), offset });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return body.id;
}
const settled = (place: Place) =>
  until(
    () => films(place),
    ([film]) => film?.state === 'ready' || film?.state === 'failed',
    30_000,
  );
/** A film has failed a moment before its files go. */
const removed = (id: string) =>
  until(
    () => readdir(api.recordingDir),
    (folders) => !folders.includes(id),
  );
const lengthOf = (playlist: { segments: ReadonlyArray<{ duration: number }> }) =>
  playlist.segments.reduce((sum, { duration }) => sum + duration, 0);

describe('a film for a stream that never had an encoder', () => {
  it('is its replay, in several parts, and can be trimmed, downloaded and taken away', async () => {
    expect(large.length).toBeGreaterThan(part);
    const place = await stage();
    const id = await upload(place, large);
    const [film] = await settled(place);
    expect(film).toMatchObject({ id, state: 'ready', problem: null, received: large.length, progress: 100 });
    const { path: master, mode } = await watch(place);
    expect(mode).toBe('replay');
    const { playlist, address, variants } = await mediaPlaylist(api, master);
    expect(lengthOf(playlist)).toBeCloseTo(8, 0);
    expect(variants[0]?.resolution).toEqual({ width: 320, height: 180 });
    const segment = await loadSegment(api, address, playlist.segments[1]?.uri ?? '');
    expect(segment.toString('latin1', 4, 8)).toBe('moof');
    const ingest = `${place.base}/ingest`;
    const { body } = await place.organiser.request(`GET ${ingest}`);
    expect(body).toMatchObject({
      state: 'ended',
      film: { id, fileName: 'fight.mp4' },
      recording: { seconds: 8 },
    });
    await place.organiser.request(`PUT ${ingest}/trim`, { body: { startSeconds: 2, endSeconds: 6 } });
    expect(lengthOf((await mediaPlaylist(api, (await watch(place)).path)).playlist)).toBeCloseTo(4, 0);
    const file = await api.app.inject({
      url: `${ingest}/recording`,
      headers: { authorization: `Bearer ${place.organiser.accessToken}` },
    });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'video/mp4']);
    // Nothing of the upload is left beside the film.
    expect(await readdir(path.join(api.recordingDir, id))).not.toContain('upload.mp4');
    expect((await place.organiser.request(`DELETE ${place.base}/films/${id}`)).status).toBe(204);
    const refused = await place.viewer.request(
      `GET /api/v1/kickboxing/competitions/${place.eventId}/blocks/${place.blockId}/live-streams/${place.streamId}/signed-url`,
    );
    expect(refused.body.type).toBe('/problems/nothing-recorded');
  }, 60_000);
});

describe('a film in place of a recording', () => {
  it('is the replay until it is deleted; then the recording is, with its trim', async () => {
    const venue = await setUpVenue(api);
    const place = { organiser: venue.organiser, base: venue.path.replace(/\/ingest$/, '') };
    const encoder = await publish(venue.key);
    const stop = filmLive(encoder);
    await until(
      () => stateOf(venue),
      ({ recording }) => recording.seconds >= 5,
    );
    expect((await create(place, 100)).status).toBe(409);
    await venue.organiser.request(`POST ${venue.path}/end`);
    stop();
    encoder[Symbol.dispose]();
    const places = (await venue.organiser.request(`GET ${venue.path}/cut-places`)).body.cutPlaces;
    const trim = { startSeconds: places[1], endSeconds: places.at(-1) };
    await venue.organiser.request(`PUT ${venue.path}/trim`, { body: trim });
    const before = await mediaPlaylist(api, (await watch(venue)).path);

    const id = await upload(place, small);
    await settled(place);
    const { playlist } = await mediaPlaylist(api, (await watch(venue)).path);
    expect(lengthOf(playlist)).toBeCloseTo(4, 0);
    expect((await stateOf(venue)).trim).toBeNull();
    const second = await upload(place, small);
    const [newest, ...older] = await settled(place);
    expect([newest.id, older]).toEqual([second, []]);
    expect((await venue.organiser.request(`DELETE ${place.base}/films/${id}`)).status).toBe(404);
    await venue.organiser.request(`DELETE ${place.base}/films/${second}`);
    expect(await stateOf(venue)).toMatchObject({ film: null, trim });
    expect((await mediaPlaylist(api, (await watch(venue)).path)).text).toBe(before.text);
    // The files of both are gone with the next clean-up.
    await api.ingest.broadcasts.removeLooseRecordings(10);
    expect(await readdir(api.recordingDir)).not.toContain(id);
  }, 60_000);
});

describe('appendToFilm', () => {
  it('goes on where the server is, after any break', async () => {
    const place = await stage();
    const { body } = await create(place, large.length);
    const first = { bytes: large.subarray(0, part), offset: 0 };
    expect((await append(place, body.id, { ...first, bytes: large.subarray(0, 1000) })).statusCode).toBe(409);
    expect((await append(place, body.id, { ...first, offset: part })).statusCode).toBe(409);
    expect((await append(place, body.id, first)).json().received).toBe(part);
    // The answer was lost, and the client sends it again.
    const again = await append(place, body.id, first);
    expect([again.statusCode, again.json().detail]).toEqual([409, expect.stringContaining(String(part))]);
    expect((await films(place))[0].received).toBe(part);
    expect((await append(place, body.id, { bytes: large.subarray(part), offset: part })).json().state).toBe(
      'packaging',
    );
    expect((await settled(place))[0].state).toBe('ready');
  }, 60_000);

  it('loses nothing when a part comes once more, after the next one', async () => {
    const place = await stage();
    const { body } = await create(place, large.length);
    const late = new PassThrough();
    const first = append(place, body.id, { bytes: late, offset: 0 });
    late.write(large.subarray(0, 1_000));
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const offset of [0, part])
      await append(place, body.id, { bytes: large.subarray(offset, offset + part), offset });
    late.end(large.subarray(1_000, part));
    expect((await first).statusCode).toBe(409);
    expect((await settled(place))[0].state).toBe('ready');
  }, 60_000);

  it('takes one of sixty equal parts at the same moment', async () => {
    const place = await stage();
    const { body } = await create(place, small.length);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => append(place, body.id, { bytes: small, offset: 0 })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
    expect((await settled(place))[0].state).toBe('ready');
  }, 60_000);

  it('refuses another person, another stream and a part that is too large', async () => {
    const place = await stage();
    const { body } = await create(place, large.length);
    const other = await stage();
    const bytes = large.subarray(0, part);
    expect((await append(other, body.id, { bytes, offset: 0 })).statusCode).toBe(404);
    const viewer = { ...place, organiser: place.viewer };
    expect((await append(viewer, body.id, { bytes, offset: 0 })).statusCode).toBe(403);
    expect((await append(place, body.id, { bytes: Buffer.alloc(part + 1), offset: 0 })).statusCode).toBe(413);
  });
});

describe('an upload', () => {
  it.each([
    ['fragmented', () => testFilm('fragmented.mp4'), null],
    ['sound-codec', () => testFilm('ac3.mp4'), 'AC-3'],
    ['not-mp4', () => Buffer.from('<script>alert(1)</script>'.repeat(100)), null],
    ['truncated', () => small.subarray(0, small.length - 100), null],
  ])(
    'of a file that is %s fails in words, leaves nothing, and can be tried again',
    async (problem, bytes, refusedCodec) => {
      const place = await stage();
      const id = await upload(place, bytes());
      expect((await settled(place))[0]).toMatchObject({ state: 'failed', problem, refusedCodec });
      await removed(id);
      await upload(place, small);
      const [film, ...others] = await settled(place);
      expect([film.state, others]).toEqual(['ready', []]);
    },
    60_000,
  );

  it('is one for each stream, of a size that there is', async () => {
    const place = await stage();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(place, 1000)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const size of [0, -1, 1.5, 21_474_836_481])
      expect((await create(await stage(), size)).status).toBe(400);
    const [film] = await films(place);
    expect((await place.organiser.request(`DELETE ${place.base}/films/${film.id}`)).status).toBe(204);
    expect((await create(place, 1000)).status).toBe(201);
  });

  it('that stands still for a day is removed with its file', async () => {
    const place = await stage();
    const { body } = await create(place, large.length);
    await append(place, body.id, { bytes: large.subarray(0, part), offset: 0 });
    await api.ingest.films.removeAbandoned();
    expect(await films(place)).toHaveLength(1);
    await api.db
      .updateTable('films')
      .set({ workedAt: new Date(api.clock.now().getTime() - 25 * 3_600_000).toISOString() })
      .where('id', '=', body.id)
      .execute();
    await api.ingest.films.removeAbandoned();
    await api.ingest.broadcasts.removeLooseRecordings(10);
    expect(await films(place)).toEqual([]);
    expect(await readdir(api.recordingDir)).not.toContain(body.id);
  });
});

/** Every write to this device fails with ENOSPC. */
const fullDisk = '/dev/full';

describe('a full disk', () => {
  it('is said during the upload, which goes on when there is room (28.61)', async () => {
    const place = await stage();
    const { body } = await create(place, large.length);
    const file = path.join(api.recordingDir, body.id, 'upload.mp4');
    await mkdir(path.dirname(file), { recursive: true });
    await symlink(fullDisk, file);
    const first = { bytes: large.subarray(0, part), offset: 0 };
    const refused = await append(place, body.id, first);
    expect([refused.statusCode, refused.json().detail]).toEqual([503, expect.stringContaining('disk')]);
    expect((await films(place))[0]).toMatchObject({ state: 'receiving', received: 0 });
    await rm(file);
    expect((await append(place, body.id, first)).statusCode).toBe(200);
    await append(place, body.id, { bytes: large.subarray(part), offset: part });
    expect((await settled(place))[0].state).toBe('ready');
  }, 60_000);

  it('refuses the film while its replay is made, and leaves the disk its room (28.61)', async () => {
    const place = await stage();
    const { body } = await create(place, small.length);
    const { number } = await api.db
      .selectFrom('films')
      .select('number')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    const folder = path.join(api.recordingDir, body.id);
    await mkdir(folder, { recursive: true });
    await symlink(fullDisk, path.join(folder, `${number}-1.m4s.new`));
    await append(place, body.id, { bytes: small, offset: 0 });
    expect((await settled(place))[0]).toMatchObject({ state: 'failed', problem: 'disk-full' });
    await removed(body.id);
  }, 60_000);
});
