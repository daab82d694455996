/** Sessions of encoders, changed: as bytes of RTMP, as a stream of FLV, and as messages that a feed gets. */
import { connect } from 'node:net';
import { Door } from '../../../src/ingest/door/door.ts';
import { Feed } from '../../../src/ingest/feed.ts';
import { FlvReader, videoFlvHeader, writeFlvTag } from '../../../src/ingest/ffmpeg/flv.ts';
import { readFilm } from '../../../src/ingest/films/read-film.ts';
import { HealthMeter } from '../../../src/ingest/health/health-meter.ts';
import { RungVideo } from '../../../src/ingest/ladder/rung-video.ts';
import { usualAacConfig } from '../../../src/ingest/packager/aac.ts';
import { partTarget, targetOf } from '../../../src/ingest/packager/packager.ts';
import { writeAmf } from '../../../src/ingest/rtmp/amf0.ts';
import type { RtmpMessage } from '../../../src/ingest/rtmp/rtmp-chunks.ts';
import { RtmpError } from '../../../src/ingest/rtmp/rtmp-error.ts';
import { listenForEncoders } from '../../../src/ingest/rtmp/rtmp-server.ts';
import { RtmpSession } from '../../../src/ingest/rtmp/rtmp-session.ts';
import { LiveVideo } from '../../../src/media/origin/videos/live-video.ts';
import { capture, mediaBytes, opening } from '../../ingest/encoder.ts';
import { enhancedCapture } from '../../ingest/enhanced.ts';
import { testFilm } from '../../ingest/test-films.ts';
import type { Random } from '../random.ts';
import { inPieces, mutate } from './mutate.ts';

const loopMs = 2_000;
const metadata: RtmpMessage = {
  type: 18,
  streamId: 1,
  timestamp: 0,
  payload: writeAmf('@setDataFrame', 'onMetaData', { encoder: 'test', width: 320, framerate: 25 }),
};
const sessions = [
  capture,
  enhancedCapture('hevc'),
  enhancedCapture('av1'),
  await filmed('b-frames.mp4'),
  await filmed('wide-pixels.mp4'),
];
const soundless = sessions.map((media) => media.filter(({ type }) => type === 9));

/** Some loops of a recording. */
function recordingOf(random: Random, loops: number): RtmpMessage[] {
  const media = random.pick(random.withProbability(0.2) ? soundless : sessions);
  const later = (loop: number) =>
    media.map((message) => ({ ...message, timestamp: message.timestamp + loop * loopMs }));
  return [metadata, ...Array.from({ length: loops }, (_, loop) => later(loop)).flat()];
}

/** What an encoder would send of a film: B-frames and an SPS with more in it than that of the capture. */
async function filmed(name: string): Promise<RtmpMessage[]> {
  const bytes = testFilm(name);
  const { video } = await readFilm({
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  });
  const tag = (isKey: boolean, packet: number, compositionMs: number, payload: Buffer) => {
    const head = Buffer.from([isKey ? 0x17 : 0x27, packet, 0, 0, 0]);
    head.writeIntBE(compositionMs, 2, 3);
    return Buffer.concat([head, payload]);
  };
  const ms = (units: number) => Math.round((units / video.timescale) * 1000);
  const samples = [...video.samples].filter(({ time }) => ms(time) < loopMs);
  return [
    { type: 9, streamId: 1, timestamp: 0, payload: tag(true, 0, 0, video.config.record) },
    ...samples.map(({ offset, size, time, compositionOffset, isKey }) => ({
      type: 9,
      streamId: 1,
      timestamp: ms(time),
      payload: tag(isKey, 1, ms(compositionOffset), bytes.subarray(offset, offset + size)),
    })),
  ];
}

/** All in one message. */
const aggregated = (all: RtmpMessage[]): RtmpMessage => ({
  type: 22,
  streamId: 1,
  timestamp: 0,
  payload: Buffer.concat(
    all.map(({ type, timestamp, payload }) => writeFlvTag({ type, ms: timestamp, body: payload })),
  ),
});

/** A feed whose events go into a live video, as in a broadcast. Its failures are faults: all media are judged before. */
function newFeed(wallMs: () => number) {
  const failures: unknown[] = [];
  const options = {
    videoId: 'v',
    epochMs: 0,
    partTarget,
    targetOf,
    target: undefined,
    now: wallMs,
    steady: wallMs,
  };
  const nothingRecorded = { firstNumber: 0, recorded: [], dvrSeconds: 0, recordingOf: () => 'lost' as const };
  const video = new LiveVideo({ ...options, ...nothingRecorded });
  let filledMs = 0;
  const feed = new Feed({
    meter: new HealthMeter(),
    target: undefined,
    wallMs,
    filledMs: () => filledMs,
    emit(event) {
      if (event.kind === 'init') video.addInit(event);
      else if (event.kind === 'part') video.addPart(event);
      else if (event.kind === 'segment') {
        filledMs = event.startMs + event.seconds * 1000;
        video.endSegment(event);
      }
    },
    onFailure: (error) => failures.push(error),
  });
  return {
    feed,
    end() {
      feed.interrupt();
      video.end();
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** The bytes of one connection. */
function rtmpBytes(random: Random): Buffer {
  const media = recordingOf(random, 1).slice(0, random.number(4, 40));
  const sent = random.withProbability(0.1) ? [aggregated(media)] : media;
  const wire = Buffer.concat([opening('key'), mediaBytes(sent)]);
  return mutate(random, wire, { from: random.withProbability(0.2) ? 0 : 1 + 2 * 1536 });
}

export function rtmp(random: Random): string {
  let wallMs = 0;
  const { feed, end } = newFeed(() => wallMs);
  const session = new RtmpSession(() => {});
  let outcome = 'taken';
  try {
    for (const piece of inPieces(random, rtmpBytes(random)))
      for (const event of session.push(piece)) {
        wallMs += random.number(0, 60);
        if (event.kind === 'publish') session.accept();
        if (event.kind === 'metadata') feed.onMetadata(event.fields);
        if (event.kind === 'media') feed.onMedia(event.message);
      }
  } catch (error) {
    if (!(error instanceof RtmpError)) throw error;
    outcome = 'refused';
  }
  end();
  return outcome;
}

export function flv(random: Random): string {
  const media = recordingOf(random, 1).slice(1, random.number(6, 60));
  const bytes = Buffer.concat([
    videoFlvHeader,
    ...media.map(({ type, timestamp, payload }) => writeFlvTag({ type, ms: timestamp, body: payload })),
  ]);
  const rung = newRung();
  let wallMs = 0;
  const { feed, end } = newFeed(() => wallMs);
  const reader = new FlvReader();
  let outcome = 'taken';
  for (const piece of inPieces(random, mutate(random, bytes))) {
    try {
      for (const { type, ms, body } of reader.push(piece)) {
        wallMs += random.number(0, 60);
        if (type === 8 || type === 9) feed.onMedia({ type, streamId: 1, timestamp: ms, payload: body });
        if (type === 9 && random.withProbability(0.05)) rung.addBoundary({ msn: 1, ms });
        if (type === 8) rung.onSound(ms, body);
        rung.onTag({ type, ms, body });
      }
    } catch {
      // The child that wrote it is ended then, and with it the rung; the feed fails below.
      outcome = 'refused';
      break;
    }
  }
  end();
  return outcome;
}

function newRung() {
  const now = () => 0;
  const known = {
    videoId: 'v',
    epochMs: 0,
    partTarget,
    targetOf,
    target: 2,
    now,
    steady: now,
    generation: 1,
  };
  return new RungVideo(
    {
      audio: usualAacConfig,
      ...known,
      firstNumber: 0,
      recorded: [],
      dvrSeconds: 0,
      recordingOf: () => 'lost',
      rung: '360p',
    },
    () => {},
  );
}

/** What every layer below would let through: order, times and payloads change, and the feed falls silent in between. */
export function messages(random: Random): string {
  let wallMs = 0;
  const { feed, end } = newFeed(() => wallMs);
  let shiftMs = 0;
  for (const message of shuffled(random, recordingOf(random, random.number(1, 4)))) {
    if (random.withProbability(0.01)) shiftMs += random.number(-90_000, 90_000);
    if (random.withProbability(0.005)) feed.interrupt();
    wallMs = Math.max(0, message.timestamp + random.number(0, 500));
    const timestamp = (message.timestamp + shiftMs) >>> 0;
    const payload = random.withProbability(0.05) ? mutate(random, message.payload) : message.payload;
    if (message.type === 18) feed.onMetadata({});
    else feed.onMedia({ ...message, timestamp, payload });
  }
  end();
  return 'taken';
}

function shuffled(random: Random, all: RtmpMessage[]): RtmpMessage[] {
  const changed: RtmpMessage[] = [];
  for (const [index, message] of all.entries()) {
    if (random.withProbability(0.01)) continue;
    if (random.withProbability(0.01)) changed.push(message);
    if (random.withProbability(0.01)) changed.splice(random.number(0, index), 0, message);
    else changed.push(message);
  }
  return changed;
}

/** A real listener: each connection comes from a network of its own, so that none waits for another one. */
export async function openListener() {
  let [count, wallMs] = [0, 0];
  const faults: unknown[] = [];
  const server = await listenForEncoders({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    door: new Door(),
    isProxy: () => false,
    onTurnedAway() {},
    async publish(id) {
      const { feed, end } = newFeed(() => wallMs);
      return { id, feed, disconnect: end };
    },
    log: {
      info() {},
      warn: (fields) => {
        if ('err' in fields) faults.push(fields.err);
      },
    },
  });
  return {
    async connect(random: Random): Promise<string> {
      count += 1;
      wallMs += 100;
      const localAddress = `127.${1 + (count >> 14)}.${(count >> 7) & 127}.${1 + (count & 127)}`;
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => {}).resume();
      for (const piece of inPieces(random, rtmpBytes(random))) socket.write(piece);
      if (random.withProbability(0.5)) socket.end();
      else socket.write('', () => socket.resetAndDestroy());
      await closed;
      if (faults.length > 0) throw faults.splice(0)[0];
      return 'closed';
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
