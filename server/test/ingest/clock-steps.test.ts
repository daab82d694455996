/**
 * The date is set while a broadcast runs: by somebody, by a time server, or because a standby took the database over.
 *
 * @engine one
 */
import { expect, it } from 'vitest';
import { carryLeases } from '../../src/playback/lease.repository.ts';
import { insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';
import { film, publish } from './encoder.ts';
import { mediaPlaylist, setUpVenue, stateOf, until, type Venue, watch } from './venue.ts';

const api = await startApi();
const onSecond = await api.startSecondServer();
const [second, hour] = [1_000, 3_600_000];

it.each([20 * second, -20 * second, 90 * second, -90 * second, hour, -hour])(
  'a step of %i ms changes nothing of a picture, its recording and the right to watch it',
  async (stepMs) => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    const { body: lease } = await venue.viewer.request('POST /api/v1/playback/sessions');
    const read = async () => mediaPlaylist(api, (await watch(venue)).path);
    const before = await read();

    api.clock.step(stepMs);
    await carryLeases(api.db, { now: api.clock.now(), stepMs });
    const whole = ({ playlist }: Awaited<ReturnType<typeof read>>) =>
      playlist.segments.filter(({ uri }) => uri).length;
    const after = await until(read, (now) => whole(now) >= whole(before) + 2);
    // No slate, no hole: one list of segments, each where the one before has ended.
    expect(after.text).not.toContain('#EXT-X-DISCONTINUITY\n');
    const times = [...after.text.matchAll(/^#EXT-X-PROGRAM-DATE-TIME:(.*)$/gm)].map(([, at = '']) =>
      Date.parse(at),
    );
    const lengths = after.playlist.segments.map(({ duration }) => duration * second);
    for (const [index, at] of times.slice(1).entries())
      expect(at - (times[index] ?? 0)).toBeCloseTo(lengths[index] ?? 0, -2);
    const { state, health, warnings } = await stateOf(venue);
    expect(state).toBe('live');
    expect(Math.abs(health.behindSeconds)).toBeLessThan(2);
    expect(warnings).not.toContain('uplink-slow');
    const ping = await venue.viewer.request(`POST /api/v1/playback/sessions/${lease.id}/ping`);
    expect(ping.status).toBeLessThan(300);
    stop();
    api.clock.reset();
  },
  60_000,
);

/** The other server listens as soon as it has an ingest. */
async function urlOfSecond({ organiser, eventId, blockId }: Venue): Promise<string> {
  const streamId = await insertLiveStream(api.db, { blockId });
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${streamId}/ingest`;
  const { body } = await onSecond(organiser)(`POST ${path}`);
  return body.rtmpUrl;
}

it.each([90 * second, -90 * second, hour, -hour])(
  'a step of %i ms keeps no encoder from coming to another server',
  async (stepMs) => {
    const venue = await setUpVenue(api);
    const other = { ...venue.key, rtmpUrl: await urlOfSecond(venue) };
    const isLive = () =>
      until(
        () => stateOf(venue),
        ({ state, health }) => state === 'live' && health?.framesPerSecond > 0,
      );
    const row = () =>
      api.db
        .selectFrom('ingests')
        .select(['generation', 'serverId'])
        .where('liveStreamId', '=', venue.streamId)
        .executeTakeFirstOrThrow();
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await isLive();
    const before = await row();
    api.clock.step(stepMs);
    await carryLeases(api.db, { now: api.clock.now(), stepMs });
    stop();
    encoder.socket.destroy();

    using next = await publish(other);
    const stopNext = film(next);
    await until(row, ({ serverId }) => serverId !== before.serverId);
    await isLive();
    const { health, recording } = await stateOf(venue);
    expect(Math.abs(health.behindSeconds)).toBeLessThan(2);
    // The recording goes on: an hour that did not pass is not in it.
    await until(
      () => stateOf(venue),
      (now) => now.recording.seconds > recording.seconds,
    );
    stopNext();
    api.clock.reset();
  },
  60_000,
);
