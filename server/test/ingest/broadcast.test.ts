/** The life of a broadcast: lost and found again, taken over, ended, opened again, and read after a crash. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { outdateProof } from '../factories.ts';
import { startApi } from '../harness.ts';
import { film, publish } from './encoder.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, type Venue, watch } from './venue.ts';

const api = await startApi();

const live = (venue: Venue) =>
  until(
    () => stateOf(venue),
    ({ state }) => state === 'live',
  );

describe('a broadcast', () => {
  it('shows a slate while the feed is lost, and the picture again when it is back', async () => {
    const venue = await setUpVenue(api);
    {
      using encoder = await publish(venue.key);
      const stop = film(encoder);
      await live(venue);
      stop();
    }
    const { path: master } = await watch(venue);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'interrupted',
    );
    const before = await mediaPlaylist(api, master);
    const slate = await until(
      () => mediaPlaylist(api, master),
      ({ playlist }) => playlist.segments.some(({ discontinuity, uri }) => discontinuity && uri),
    );
    const last = slate.playlist.segments.filter(({ uri }) => uri).at(-1);
    expect((await loadSegment(api, slate.address, last?.uri ?? '')).length).toBeGreaterThan(1_000);

    using encoder = await publish(venue.key);
    const stop = film(encoder, 7_200_000);
    await live(venue);
    const after = await mediaPlaylist(api, master);
    stop();
    expect(after.playlist.segments.filter(({ discontinuity }) => discontinuity)).toHaveLength(2);
    expect(after.text).toMatch(/(?:^|\/)2-\d+\.m4s/m);
    // Times and numbers only grow, although the encoder's own clock jumped two hours.
    const times = after.playlist.segments
      .filter(({ uri }) => uri)
      .map(({ programDateTime }) => Number(programDateTime));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Number(times.at(-1)) - Number(times[0])).toBeLessThan(60_000);
    expect(after.playlist.mediaSequenceBase).toBe(before.playlist.mediaSequenceBase);
    expect((await stateOf(venue)).health).toMatchObject({ reconnects: 1, jumps: 0 });
  }, 40_000);

  it('lets a new encoder with the key take over, and cuts the old one off', async () => {
    const venue = await setUpVenue(api);
    using first = await publish(venue.key);
    film(first);
    await live(venue);
    using second = await publish(venue.key);
    const stop = film(second);
    await first.closed;
    await until(
      async () => (await mediaPlaylist(api, (await watch(venue)).path)).text,
      (text) => /(?:^|\/)2-\d+\.m4s/m.test(text),
    );
    stop();
    expect((await stateOf(venue)).state).toBe('live');
  }, 30_000);

  it('is a replay as soon as it is ended, and goes on with a new key', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await live(venue);
    await until(
      () => stateOf(venue),
      ({ recording }) => recording.seconds >= 4,
    );
    const { path: liveMaster } = await watch(venue);
    expect((await venue.organiser.request(`DELETE ${venue.path}`)).status).toBe(409);

    const ended = performance.now();
    expect((await venue.organiser.request(`POST ${venue.path}/end`)).status).toBe(204);
    stop();
    await encoder.closed;
    expect(await stateOf(venue)).toMatchObject({ state: 'ended', endedAt: expect.any(String) });
    expect((await mediaPlaylist(api, liveMaster)).text).toContain('#EXT-X-ENDLIST');
    const { path: master, mode } = await watch(venue);
    expect(mode).toBe('replay');
    const { playlist, address } = await mediaPlaylist(api, master);
    expect(performance.now() - ended).toBeLessThan(2_000);
    expect(playlist.playlistType).toBe('VOD');
    const seconds = playlist.segments.reduce((sum, { duration }) => sum + duration, 0);
    expect(seconds).toBeGreaterThan(3.9);
    for (const { uri, map } of playlist.segments) {
      const init = await api.app.inject(new URL(map?.uri ?? '', `http://x${address}`).pathname);
      expect(init.statusCode).toBe(200);
      const redirect = await api.app.inject(new URL(uri, `http://x${address}`).pathname);
      expect(redirect.statusCode).toBe(302);
      expect((await api.app.inject(String(redirect.headers.location))).statusCode).toBe(200);
    }

    expect((await publish(venue.key)).received().toString('latin1')).toContain('BadName');
    const { body: key } = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    using again = await publish(key);
    const stopAgain = film(again);
    await live(venue);
    await until(
      () => stateOf(venue),
      ({ recording }) => recording.seconds >= Math.floor(seconds) + 2,
    );
    stopAgain();
    await venue.organiser.request(`POST ${venue.path}/end`);
    const replay = await mediaPlaylist(api, (await watch(venue)).path);
    expect(replay.playlist.segments.length).toBeGreaterThan(playlist.segments.length);
    expect(replay.playlist.segments.filter(({ discontinuity }) => discontinuity)).toHaveLength(1);

    expect((await venue.organiser.request(`DELETE ${venue.path}`)).status).toBe(204);
    expect((await venue.organiser.request(`GET ${venue.path}`)).status).toBe(404);
    const stream = await venue.organiser.request(`GET ${venue.path.replace('/ingest', '')}`);
    expect(stream.body.videoId).toBe('demo');
  }, 60_000);

  it('cuts an encoder off whose key was replaced, and viewers keep their playlist', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await live(venue);
    const { path: master } = await watch(venue);
    // During a broadcast no proof is asked for.
    await outdateProof(api.db, venue.organiser, api.clock.now());
    const { body: key } = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    expect(key.streamKey).not.toBe(venue.key.streamKey);
    await encoder.closed;
    stop();
    expect((await mediaPlaylist(api, master)).playlist.endlist).toBe(false);
    expect((await publish(venue.key)).received().toString('latin1')).toContain('BadName');
    using again = await publish(key);
    const stopAgain = film(again);
    await until(
      async () => (await mediaPlaylist(api, master)).text,
      (text) => /(?:^|\/)2-\d+\.m4s/m.test(text),
    );
    stopAgain();
  }, 30_000);

  it('needs a recent proof for a new key while it does not run', async () => {
    const venue = await setUpVenue(api);
    await outdateProof(api.db, venue.organiser, api.clock.now());
    const refused = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    expect([refused.status, refused.body.type]).toEqual([403, '/problems/step-up-required']);
    using encoder = await publish(venue.key);
    expect(encoder.received().toString('latin1')).not.toContain('BadName');
  });

  it('stops within two seconds for a viewer whose access was revoked, also with a blocking reload', async () => {
    const venue = await setUpVenue(api, { paymentRequired: true });
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await live(venue);
    const { address, playlist } = await mediaPlaylist(api, (await watch(venue)).path);
    const reload = () => api.app.inject(`${address}?_HLS_msn=${playlist.mediaSequenceBase}`);
    expect((await reload()).statusCode).toBe(200);
    await api.db.deleteFrom('accesses').where('userId', '=', venue.viewer.userId).execute();
    // The server hears of it from the database.
    await until(reload, ({ statusCode }) => statusCode === 403, 2_000);
    expect((await api.app.inject(address)).statusCode).toBe(403);
    stop();
  }, 30_000);

  it('goes on without a recording when its folder cannot be used, and says so', async () => {
    const venue = await setUpVenue(api);
    const { id } = await api.db
      .selectFrom('ingests')
      .select('id')
      .where('liveStreamId', '=', venue.streamId)
      .executeTakeFirstOrThrow();
    await mkdir(api.recordingDir, { recursive: true });
    // A file in the place of the folder: it can neither be read nor made.
    await writeFile(path.join(api.recordingDir, id), '');
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    const state = await until(
      () => stateOf(venue),
      ({ state, recording }) => state === 'live' && recording.isFailing,
    );
    expect(state.recording).toMatchObject({ seconds: 0, problem: 'folder-unusable' });
    expect(state.warnings).toContain('recording-failing');
    const { playlist } = await mediaPlaylist(api, (await watch(venue)).path);
    stop();
    expect(playlist.segments.length).toBeGreaterThan(0);
    expect(api.log.filter((line) => line.includes('the recording fails'))).toHaveLength(1);
  }, 20_000);
});
