/**
 * Encoders that mean harm, or are broken: what they cost, and what the others notice of it.
 *
 * @engine one
 */
import { afterAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/identity/one-time-secret.ts';
import { Feed } from '../../src/ingest/feed.ts';
import { HealthMeter } from '../../src/ingest/health/health-meter.ts';
import { RtmpError } from '../../src/ingest/rtmp/rtmp-error.ts';
import { RtmpSession } from '../../src/ingest/rtmp/rtmp-session.ts';
import { Random } from '../fuzz/random.ts';
import { startApi } from '../harness.ts';
import {
  capture,
  connectEncoder,
  film,
  mediaBytes,
  opening,
  portOf,
  publish,
  type RawEncoder,
} from './encoder.ts';
import { enhancedCapture } from './enhanced.ts';
import { setUpVenue, stateOf, until } from './venue.ts';

const api = await startApi();
const left: RawEncoder[] = [];
afterAll(() => {
  for (const encoder of left) encoder.socket.destroy();
});

describe('a stream key', () => {
  it('is stored as a hash, is in no log, and is returned only once', async () => {
    const venue = await setUpVenue(api);
    const { keyHash } = await api.db
      .selectFrom('ingests')
      .select('keyHash')
      .where('liveStreamId', '=', venue.streamId)
      .executeTakeFirstOrThrow();
    expect(keyHash).toBe(hashSecret(venue.key.streamKey));
    expect(JSON.stringify(await stateOf(venue))).not.toContain(venue.key.streamKey);
    await publish({ ...venue.key, streamKey: `${venue.key.streamKey}x` });
    expect(api.log.join('')).not.toContain(venue.key.streamKey);
  });

  it('that is wrong is refused within a second, and nothing of the feed is read', async () => {
    const venue = await setUpVenue(api);
    const began = performance.now();
    using encoder = await publish({ ...venue.key, streamKey: 'guess' });
    await encoder.send(mediaBytes(capture)).catch(() => {});
    await encoder.closed;
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(encoder.received().toString('latin1')).toContain('NetStream.Publish.BadName');
    expect(await stateOf(venue)).toMatchObject({ state: 'idle', startedAt: null });
  });
});

describe('a feed', () => {
  it.each([
    ['H.264', capture],
    ['HEVC', enhancedCapture('hevc')],
    ['AV1', enhancedCapture('av1')],
  ])(
    'of %s survives 20,000 mutations without a crash, and errors are errors of the protocol',
    (_, media) => {
      const random = new Random(20_261_122, 0);
      const wire = Buffer.concat([opening('key'), mediaBytes(media.slice(0, 12))]);
      let refused = 0;
      for (let round = 0; round < 20_000; round += 1) {
        const bytes = Buffer.from(wire);
        const from = round % 3 === 0 ? 0 : 1 + 2 * 1536;
        for (let changes = 0; changes < 1 + (round % 7); changes += 1)
          bytes[random.number(from, bytes.length - 1)] = random.number(0, 255);
        const session = new RtmpSession(() => {});
        const feed = new Feed({
          ...{ meter: new HealthMeter(), target: undefined, emit() {} },
          ...{ wallMs: () => round, filledMs: () => 0 },
        });
        try {
          for (let at = 0; at < bytes.length; at += 4_096) {
            for (const event of session.push(bytes.subarray(at, at + 4_096))) {
              if (event.kind === 'publish') session.accept();
              if (event.kind === 'metadata') feed.onMetadata(event.fields);
              if (event.kind === 'media') feed.onMedia(event.message);
            }
          }
        } catch (error) {
          expect(error).toBeInstanceOf(RtmpError);
          refused += 1;
        }
      }
      expect(refused).toBeGreaterThan(1_000);
    },
    60_000,
  );

  it('whose time jumps ten hours goes on, and the organiser is told', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    stop();
    const stopLater = film(encoder, 36_000_000);
    const state = await until(
      () => stateOf(venue),
      ({ health, recording }) => health?.jumps > 0 && recording.seconds >= 4,
    );
    stopLater();
    expect(state.warnings).toContain('timestamps-jump');
    // Minutes, not hours.
    expect(state.recording.seconds).toBeLessThan(60);
    expect(Math.abs(state.health.behindSeconds)).toBeLessThan(60);
  }, 30_000);
});

describe('a connection', () => {
  it('that publishes nothing within five seconds is closed, idle or slow, and few of one network wait at once', async () => {
    const venue = await setUpVenue(api);
    const port = portOf(venue.key.rtmpUrl);
    const began = performance.now();
    const idle = await Promise.all(Array.from({ length: 40 }, () => connectEncoder(port)));
    left.push(...idle);
    // Ten wait; the others are gone at once.
    await until(
      async () => idle.filter(({ socket }) => !socket.destroyed).length,
      (open) => open <= 10,
      2_000,
    );
    const slow = setInterval(() => {
      for (const { socket } of idle) if (!socket.destroyed) socket.write(Buffer.from([3]));
    }, 500);
    await Promise.all(idle.map(({ closed }) => closed));
    clearInterval(slow);
    expect(performance.now() - began).toBeLessThan(7_000);
    using encoder = await publish(venue.key);
    expect(encoder.received().toString('latin1')).toContain('NetStream.Publish.Start');
  }, 20_000);

  it('that is not RTMP, or wants to watch, is closed', async () => {
    const venue = await setUpVenue(api);
    using http = await connectEncoder(portOf(venue.key.rtmpUrl));
    await http.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await http.closed;
    expect(http.received()).toHaveLength(0);
  });

  it('of a network that brought ten wrong keys is turned away for a while', async () => {
    // The last test: this server now turns this machine away.
    const venue = await setUpVenue(api);
    for (let guess = 0; guess < 10; guess += 1) {
      using encoder = await publish({ ...venue.key, streamKey: `guess ${guess}` });
      await encoder.closed;
    }
    using encoder = await publish(venue.key);
    await encoder.closed;
    expect(encoder.received()).toHaveLength(0);
  }, 20_000);
});
