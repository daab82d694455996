/**
 * Encoders that send more than any camera makes, over real connections.
 *
 * @tier all
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { writeAmf } from '../../src/ingest/rtmp/amf0.ts';
import { writeMessage } from '../../src/ingest/rtmp/rtmp-chunks.ts';
import { startApi } from '../harness.ts';
import { capture, mediaBytes, publish } from './encoder.ts';
import { setUpVenue, stateOf, until } from './venue.ts';

const api = await startApi();

describe('a feed', () => {
  it('faster than the clock is slowed down to it', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    // Two minutes of film at once.
    for (let round = 0; round < 60; round += 1) {
      const messages = capture.map((message) => ({
        ...message,
        timestamp: message.timestamp + round * 2_000,
      }));
      void encoder.send(mediaBytes(messages));
    }
    const state = await until(
      () => stateOf(venue),
      ({ recording }) => recording.seconds >= 4,
    );
    // What arrives in one piece is taken whole, so it may be a little more than the five seconds.
    expect(state.health.behindSeconds).toBeLessThan(-1);
    expect(state.health.behindSeconds).toBeGreaterThan(-20);
    expect(state.recording.seconds).toBeLessThan(30);
    expect(encoder.socket.destroyed).toBe(false);
  }, 30_000);

  it('of 300 Mbit/s is read at 50, and the rest waits at its encoder', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    await encoder.send(mediaBytes(capture.filter(({ timestamp }) => timestamp === 0)));
    const size = Buffer.alloc(4);
    size.writeUInt32BE(1024 * 1024);
    await encoder.send(writeMessage(2, { type: 1, streamId: 0, timestamp: 0, payload: size }));
    const frame = Buffer.alloc(1_000_000, 0x41);
    frame.set([0x27, 1, 0, 0, 0, 0, 0x0f, 0x42, 0x37], 0);
    const before = process.memoryUsage().arrayBuffers;
    const began = performance.now();
    let accepted = 0;
    const send = async () => {
      for (let index = 0; index < 150 && !encoder.socket.destroyed; index += 1) {
        // One chunk: a header with all fields, and the frame.
        const message = { type: 9, streamId: 1, timestamp: index * 27, payload: Buffer.alloc(0) };
        const header = writeMessage(4, message);
        header.writeUIntBE(frame.length, 4, 3);
        await encoder.send(Buffer.concat([header, frame]));
        accepted += 1;
      }
    };
    void send();
    await until(
      async () => accepted,
      (count) => count >= 30,
    );
    const seconds = (performance.now() - began) / 1000;
    // A burst of 25 MB, 50 Mbit/s, and what the buffers of both sockets hold.
    expect(accepted).toBeLessThan(25 + 6.25 * seconds + 20);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 * 1024 * 1024);
    expect(encoder.socket.destroyed).toBe(false);
  }, 30_000);

  it('that says nonsense about itself is measured, not believed', async () => {
    for (const framerate of [Number.NaN, Number.POSITIVE_INFINITY, 1e308, -25, 0]) {
      const venue = await setUpVenue(api);
      using encoder = await publish(venue.key);
      const fields = { framerate, encoder: `\u202e\0${'x'.repeat(5_000)}`, width: -1, videocodecid: 1e308 };
      const payload = writeAmf('@setDataFrame', 'onMetaData', fields);
      await encoder.send(mediaBytes([{ type: 18, streamId: 1, timestamp: 0, payload }, ...capture]));
      const { health } = await until(
        () => stateOf(venue),
        ({ health }) => health?.encoder !== null && health !== null,
      );
      expect(health).toMatchObject({ declaredFramesPerSecond: null, encoder: 'x'.repeat(80) });
    }
  }, 30_000);
});

it('an encoder that asks and never reads the answers is cut off', async () => {
  const venue = await setUpVenue(api);
  using encoder = await publish(venue.key);
  encoder.socket.pause();
  const question = writeMessage(3, {
    type: 20,
    streamId: 0,
    timestamp: 0,
    payload: writeAmf('connect', 1, { app: 'live' }),
  });
  const many = Buffer.concat(Array.from({ length: 2_000 }, () => question));
  // It publishes, so no time limit ends it, and the kernel holds the first megabytes of answers.
  let sent = 0;
  for (; !encoder.socket.destroyed && !encoder.socket.errored && sent < 400; sent += 1)
    await Promise.race([encoder.send(many), encoder.closed]);
  encoder.socket.resume();
  await encoder.closed;
  expect(sent).toBeLessThan(400);
}, 60_000);
