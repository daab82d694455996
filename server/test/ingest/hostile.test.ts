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
          meter: new HealthMeter(),
          target: undefined,
          emit() {},
          wallMs: () => round,
          filledMs: () => 0,
          onFailure(error) {
            throw error;
          },
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

  it('of a network that brought ten wrong keys is let in at once with the right one (28.7)', async () => {
    const venue = await setUpVenue(api);
    for (let guess = 0; guess < 10; guess += 1) {
      using encoder = await publish({ ...venue.key, streamKey: `guess ${guess}` }, '127.0.0.7');
      await encoder.closed;
      expect(encoder.received().toString('latin1')).toContain('This key is wrong.');
    }
    using encoder = await publish(venue.key, '127.0.0.7');
    expect(encoder.received().toString('latin1')).toContain('NetStream.Publish.Start');
  }, 20_000);
});

/** How many strangers of this address may wait. They send bytes and go without a key. */
async function placesOf(port: number, address: string): Promise<number> {
  const strangers = await Promise.all(Array.from({ length: 12 }, () => connectEncoder(port, address)));
  left.push(...strangers);
  const hello = Buffer.concat([Buffer.from([3]), Buffer.alloc(1536)]);
  for (const { send } of strangers) void send(hello);
  const isAnswered = ({ received }: RawEncoder) => received().length > 0;
  await until(
    async () => strangers,
    (all) => all.every((stranger) => stranger.socket.destroyed || isAnswered(stranger)),
  );
  const count = strangers.filter(isAnswered).length;
  for (const { socket } of strangers) socket.end();
  await Promise.all(strangers.map(({ closed }) => closed));
  return count;
}

describe('a key that is no longer right', () => {
  const answerTo = async (key: { rtmpUrl: string; streamKey: string }, address: string) => {
    using encoder = await publish(key, address);
    await encoder.closed;
    return encoder.received().toString('latin1');
  };

  it('was replaced: the encoder is told so, and not counted, also on a busy day (28.7)', async () => {
    const venue = await setUpVenue(api);
    const keys = [venue.key];
    for (let change = 0; change < 6; change += 1)
      keys.push((await venue.organiser.request(`PUT ${venue.path}/stream-key`)).body);
    const replaced = keys.slice(1, -1);
    for (const key of [...replaced, ...replaced, ...replaced])
      expect(await answerTo(key, '127.0.0.2')).toContain('This key was replaced.');
    // The last five are known: an older one is any key.
    expect(await answerTo(venue.key, '127.0.0.2')).toContain('This key is wrong.');
    expect(await placesOf(portOf(venue.key.rtmpUrl), '127.0.0.2')).toBe(10);
  }, 40_000);

  it('opened a broadcast that has ended: the encoder is told so, and not counted (28.7)', async () => {
    const venue = await setUpVenue(api);
    using camera = await publish(venue.key, '127.0.0.3');
    const stop = film(camera);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    stop();
    await venue.organiser.request(`POST ${venue.path}/end`);
    await camera.closed;
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect(await answerTo(venue.key, '127.0.0.3')).toContain('This broadcast has ended.');
    expect(await placesOf(portOf(venue.key.rtmpUrl), '127.0.0.3')).toBe(10);
  }, 40_000);

  it('is still sent every moment: the new one is live within three seconds', async () => {
    const venue = await setUpVenue(api);
    using camera = await publish(venue.key, '127.0.0.5');
    const stop = film(camera);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    stop();
    const { body: key } = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    await camera.closed;
    let goesOn = true;
    const old = (async () => {
      while (goesOn) await answerTo(venue.key, '127.0.0.5');
    })();
    const began = performance.now();
    using next = await publish(key, '127.0.0.5');
    const stopNext = film(next);
    const { generation } = await api.db
      .selectFrom('ingests')
      .select('generation')
      .where('liveStreamId', '=', venue.streamId)
      .executeTakeFirstOrThrow();
    expect(generation).toBe(2);
    await until(
      () => stateOf(venue),
      ({ health, lastFrameAt }) => health?.framesPerSecond > 0 && Date.parse(lastFrameAt) > Date.now() - 500,
    );
    expect(performance.now() - began).toBeLessThan(3_000);
    goesOn = false;
    await old;
    stopNext();
  }, 40_000);
});

describe('a connection without a key', () => {
  it('counts like a wrong key when it sent bytes, and a check of a balancer for nothing (28.7)', async () => {
    const venue = await setUpVenue(api);
    const port = portOf(venue.key.rtmpUrl);
    for (let check = 0; check < 15; check += 1) {
      using balancer = await connectEncoder(port, '127.0.0.4');
      balancer.socket.end();
      await balancer.closed;
    }
    expect(await placesOf(port, '127.0.0.4')).toBe(10);
    expect(await placesOf(port, '127.0.0.4')).toBe(3);
    expect(await placesOf(port, '127.0.0.6')).toBe(10);
  }, 40_000);
});
