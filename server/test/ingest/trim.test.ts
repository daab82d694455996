/** Start and end of a replay (docs/product.md, 28.31 and 28.32). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTimescales, readTimingFields } from '../../src/media/origin/mp4-boxes.ts';
import { startApi } from '../harness.ts';
import { film, publish } from './encoder.ts';
import { mediaPlaylist, setUpVenue, stateOf, until, type Venue, watch } from './venue.ts';

const api = await startApi();
let venue: Venue;
let places: number[];

const trim = (startSeconds: unknown, endSeconds: unknown) =>
  venue.organiser.request(`PUT ${venue.path}/trim`, { body: { startSeconds, endSeconds } });
const restore = () => venue.organiser.request(`DELETE ${venue.path}/trim`);
const lengthOf = (playlist: { segments: ReadonlyArray<{ duration: number }> }) =>
  playlist.segments.reduce((sum, { duration }) => sum + duration, 0);
const replay = async () => mediaPlaylist(api, (await watch(venue)).path);
const preview = async (query: string) => {
  const { body } = await venue.organiser.request(`GET ${venue.path.replace(/ingest$/, 'preview')}${query}`);
  return new URL(body.url).pathname;
};
const download = () =>
  api.app.inject({
    url: `${venue.path}/recording`,
    headers: { authorization: `Bearer ${venue.organiser.accessToken}` },
  });

beforeAll(async () => {
  venue = await setUpVenue(api);
  const encoder = await publish(venue.key);
  const stop = film(encoder);
  await until(
    () => stateOf(venue),
    ({ recording }) => recording.seconds >= 8,
  );
  stop();
  encoder[Symbol.dispose]();
  await venue.organiser.request(`POST ${venue.path}/end`);
  const { status, body } = await venue.organiser.request(`GET ${venue.path}/cut-places`);
  expect(status).toBe(200);
  places = body.cutPlaces;
  expect([places[0], places.at(-1)]).toEqual([0, body.seconds]);
  expect(places.length).toBeGreaterThanOrEqual(4);
}, 60_000);

beforeEach(async () => {
  await restore();
});

describe('trimReplay', () => {
  it('moves both ends to key frames, and viewers who load the replay see what is left', async () => {
    const [start = 0, end = 0] = [places[1], places.at(-2)];
    const { status, body } = await trim(start + 0.3, end - 0.3);
    expect([status, body]).toEqual([200, { startSeconds: start, endSeconds: end }]);
    expect((await stateOf(venue)).trim).toEqual(body);
    const { playlist, text } = await replay();
    expect(lengthOf(playlist)).toBeCloseTo(end - start, 1);
    expect(text).toContain('#EXT-X-ENDLIST');
    expect(text).toContain('#EXT-X-PROGRAM-DATE-TIME');
  });

  it('holds for a download, which begins at 0', async () => {
    const whole = await download();
    const { body } = await trim(places[1], places.at(-2));
    const part = await download();
    expect(part.headers.etag).not.toBe(whole.headers.etag);
    expect(part.rawPayload.length).toBeLessThan(whole.rawPayload.length);
    const timescales = readTimescales(part.rawPayload);
    const times = readTimingFields(part.rawPayload, timescales).times.map(
      ({ value, timescale }) => Number(value) / timescale,
    );
    expect(Math.min(...times)).toBeLessThan(0.1);
    expect(Math.max(...times)).toBeLessThan(body.endSeconds - body.startSeconds + 0.1);
  });

  it('shows the whole recording to organisers alone, also by a guessed address', async () => {
    const { playlist: before } = await replay();
    const cutOut = before.segments[0]?.uri ?? '';
    await trim(places[1], places.at(-2));
    const { path } = await watch(venue);
    expect((await api.app.inject(path.replace('replay.m3u8', 'whole.m3u8'))).statusCode).toBe(403);
    expect((await api.app.inject(path.replace('replay.m3u8', 'source/whole.m3u8'))).statusCode).toBe(403);
    expect((await mediaPlaylist(api, await preview('?whole=true'))).playlist.segments).toHaveLength(
      before.segments.length,
    );
    expect(lengthOf((await mediaPlaylist(api, await preview(''))).playlist)).toBeLessThan(lengthOf(before));
    const guessed = (master: string) =>
      api.app.inject(master.replace(/(replay|whole)\.m3u8$/, `source/${cutOut}`));
    expect((await guessed(await preview('?whole=true'))).statusCode).toBe(302);
  });

  it('closes addresses of what was cut out at once, right after the end too; organisers get others', async () => {
    const { playlist: before, address } = await replay();
    const [first, kept] = before.segments.map(({ uri }) => new URL(uri, `http://x${address}`).pathname);
    const signed = async (path = '') => String((await api.app.inject(path)).headers.location);
    const [addressOfFirst, addressOfKept] = [await signed(first), await signed(kept)];
    const statusOf = async (path: string) => (await api.app.inject(path)).statusCode;
    expect(await statusOf(addressOfFirst)).toBe(200);
    await trim(places[1], places.at(-2));
    expect([await statusOf(addressOfFirst), await statusOf(addressOfKept)]).toEqual([404, 200]);
    expect(await statusOf(first ?? '')).toBe(404);
    const whole = await preview('?whole=true');
    const forOrganisers = await signed(whole.replace(/whole\.m3u8$/, `source/${before.segments[0]?.uri}`));
    expect(forOrganisers).not.toBe(addressOfFirst);
    expect(await statusOf(forOrganisers)).toBe(200);
    await restore();
    expect(await statusOf(addressOfFirst)).toBe(200);
  });

  it('is null when nothing is cut out', async () => {
    await trim(places[1], places.at(-1));
    await trim(0, places.at(-1));
    expect((await stateOf(venue)).trim).toBeNull();
  });

  it.each([
    ['the start after the end', () => [4, 2], '/startSeconds'],
    ['nothing', () => [2, 2], '/startSeconds'],
    ['more than there is', () => [0, (places.at(-1) ?? 0) + 2], '/endSeconds'],
    ['a time before the start', () => [-1, 4], '/startSeconds'],
    ['no number', () => ['0', 4], '/startSeconds'],
    ['no end of time', () => [0, 1e300], '/endSeconds'],
  ])('refuses %s', async (_what, times, pointer) => {
    const [start, end] = times();
    const { status, body } = await trim(start, end);
    expect(status).toBe(400);
    expect(body.issues.map((issue: { pointer: string }) => issue.pointer)).toContain(pointer);
    expect((await stateOf(venue)).trim).toBeNull();
  });

  it('leaves one of many changes at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0 ? restore() : trim(places[index % 2], places.at(-1)),
      ),
    );
    expect(answers.every(({ status }) => status === 200 || status === 204)).toBe(true);
    const { trim: left } = await stateOf(venue);
    const { playlist } = await replay();
    const { startSeconds, endSeconds } = left ?? { startSeconds: 0, endSeconds: places.at(-1) };
    expect(lengthOf(playlist)).toBeCloseTo(endSeconds - startSeconds, 1);
  });

  it('is audited with what it was before', async () => {
    await trim(places[1], places.at(-1));
    await restore();
    const entries = await api.db
      .selectFrom('auditEntries')
      .select(['action', 'before', 'after'])
      .where('action', 'in', ['trimReplay', 'restoreReplay'])
      .orderBy('createdAt', 'desc')
      .limit(2)
      .execute();
    const shown = { startSeconds: places[1], endSeconds: places.at(-1) };
    expect(entries).toEqual([
      { action: 'restoreReplay', before: { trim: shown }, after: { trim: null } },
      { action: 'trimReplay', before: { trim: null }, after: { trim: shown } },
    ]);
  });
});

describe('restoreReplay', () => {
  it('shows the whole recording again, and twice is the same', async () => {
    const { playlist: whole } = await replay();
    await trim(places[1], places.at(-2));
    expect((await restore()).status).toBe(204);
    expect((await restore()).status).toBe(204);
    expect((await replay()).playlist.segments).toHaveLength(whole.segments.length);
  });
});

describe('a broadcast', () => {
  it('that goes on, or was not recorded, cannot be trimmed; a new key shows the whole recording again', async () => {
    const other = await setUpVenue(api);
    const asked = await other.organiser.request(`PUT ${other.path}/trim`, {
      body: { startSeconds: 0, endSeconds: 2 },
    });
    expect(asked.status).toBe(409);
    (await publish(other.key))[Symbol.dispose]();
    await other.organiser.request(`POST ${other.path}/end`);
    const { body } = await other.organiser.request(`GET ${other.path}/cut-places`);
    expect(body.type).toBe('/problems/nothing-recorded');

    const shown = { startSeconds: 0, endSeconds: 2 };
    await api.db
      .updateTable('ingests')
      .set({ trim: shown })
      .where('liveStreamId', '=', other.streamId)
      .execute();
    await other.organiser.request(`PUT ${other.path}/stream-key`);
    expect((await stateOf(other)).trim).toBeNull();
  });
});
