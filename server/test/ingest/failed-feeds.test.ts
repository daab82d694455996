/**
 * A feed or a connection that fails: it ends alone, whatever calls it. The others and the process go on.
 *
 * @engine one
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Door } from '../../src/ingest/door/door.ts';
import { Feed } from '../../src/ingest/feed.ts';
import { HealthMeter } from '../../src/ingest/health/health-meter.ts';
import { Ladder } from '../../src/ingest/ladder/ladder.ts';
import { Packager, type PackagerEvent } from '../../src/ingest/packager/packager.ts';
import { writeAmf } from '../../src/ingest/rtmp/amf0.ts';
import type { Publication } from '../../src/ingest/rtmp/publication.ts';
import { type RtmpMessage, writeMessage } from '../../src/ingest/rtmp/rtmp-chunks.ts';
import { listenForEncoders } from '../../src/ingest/rtmp/rtmp-server.ts';
import { startApi } from '../harness.ts';
import { capture, film, mediaBytes, publish } from './encoder.ts';
import { setUpVenue, stateOf, until, type Venue } from './venue.ts';

const headers = capture.filter(({ payload }) => payload[1] === 0);
const pictures = capture.filter(({ type, payload }) => type === 9 && payload[1] !== 0);
const sound = capture.find(({ type, payload }) => type === 8 && payload[1] !== 0);

const api = await startApi();

function newFeed(onEvent: (event: PackagerEvent) => void = () => {}) {
  const [events, failures]: [PackagerEvent['kind'][], unknown[]] = [[], []];
  let wallMs = 60;
  const feed = new Feed({
    meter: new HealthMeter(),
    target: undefined,
    wallMs: () => wallMs,
    filledMs: () => 0,
    emit(event) {
      onEvent(event);
      events.push(event.kind);
    },
    onFailure: (error) => failures.push(error),
  });
  for (const header of headers) feed.onMedia(header);
  const send = (count: number) => {
    for (const picture of pictures.slice(0, count)) {
      wallMs = 60 + picture.timestamp;
      feed.onMedia(picture);
    }
  };
  return { feed, send, events, failures };
}

describe('a feed', () => {
  it.each([200, 2_900, 4_000])('whose sound is %i ms ahead of its first picture is taken', (aheadMs) => {
    const { feed, send, events, failures } = newFeed();
    if (sound) feed.onMedia({ ...sound, timestamp: aheadMs });
    send(20);
    feed.interrupt();
    expect(failures).toEqual([]);
    expect(events.at(-1)).toBe('segment');
  });

  it('whose sound waits for its picture as its configuration becomes unreadable goes on', () => {
    const { feed, send, failures } = newFeed();
    if (sound) feed.onMedia({ ...sound, timestamp: 0 });
    feed.onMedia({ type: 8, streamId: 1, timestamp: 0, payload: Buffer.from([0xaf, 0, 0xff]) });
    send(20);
    feed.interrupt();
    expect(failures).toEqual([]);
  });

  it('that fails is over: nothing of it is taken any more, and it fails once', () => {
    const { feed, send, events, failures } = newFeed(({ kind }) => {
      if (kind === 'part') throw new Error('This part is lost');
    });
    send(50);
    const count = events.length;
    send(50);
    feed.interrupt();
    expect(failures).toEqual([new Error('This part is lost')]);
    expect(events).toHaveLength(count);
  });

  it('whose last part cannot be taken ends its segment with the parts before it', () => {
    let isBroken = false;
    const { feed, send, events, failures } = newFeed(({ kind }) => {
      if (isBroken && kind === 'part') throw new Error('This part is lost');
    });
    send(20);
    expect(events.at(-1)).toBe('part');
    isBroken = true;
    feed.interrupt();
    expect(failures).toEqual([new Error('This part is lost')]);
    expect(events.at(-1)).toBe('segment');
  });

  it('survives a receiver that takes nothing any more', () => {
    let isBroken = false;
    const { feed, send, failures } = newFeed(() => {
      if (isBroken) throw new Error('Nothing is taken');
    });
    send(20);
    isBroken = true;
    feed.interrupt();
    expect(failures).toHaveLength(1);
  });
});

describe('a ladder', () => {
  const ladderOf = (onError: (error: unknown) => void, now: () => number) => {
    const ladder = new Ladder({ videoId: 'v', epochMs: 0, now, steady: now, onError });
    const [video] = headers.filter(({ type }) => type === 9);
    ladder.onVideoConfig(video?.payload ?? Buffer.alloc(0));
    const source = { nextMsn: 1, discontinuities: 0, height: 1080, target: 2, generation: 1 };
    const sendKeyFrame = () => {
      ladder.onSegment(source);
      ladder.onVideo({ type: 9, ms: 0, body: pictures[0]?.payload ?? Buffer.alloc(0) }, keyFrame);
    };
    return { ladder, sendKeyFrame };
  };
  const keyFrame = { isKey: true, compositionMs: 0 };

  it('that fails ends alone: the feed that calls it goes on', () => {
    const onError = vi.fn();
    let isBroken = true;
    const { sendKeyFrame, ladder } = ladderOf(onError, () => {
      if (isBroken) {
        isBroken = false;
        throw new Error('Planted');
      }
      return 0;
    });
    sendKeyFrame();
    expect(onError.mock.calls).toEqual([[new Error('Planted')]]);
    ladder.stop();
  });

  // The process of this test needs its descriptors.
  it('for which there is no descriptor ends alone', () => {
    const ladder = fileURLToPath(new URL('../../src/ingest/ladder/ladder-process.ts', import.meta.url));
    const program = `
      import { openSync } from 'node:fs';
      import { LadderProcess, ladderRungs } from ${JSON.stringify(ladder)};
      try { for (;;) openSync('/dev/null'); } catch {}
      const onExit = (reason) => { process.stdout.write(reason); process.exit(0); };
      new LadderProcess({ rungs: ladderRungs, onTag() {}, onExit }).write({ type: 9, ms: 0, body: Buffer.alloc(9) });
      setTimeout(() => process.exit(1), 10_000);`;
    const { stdout, stderr } = spawnSync(
      'bash',
      ['-c', 'ulimit -n 60; exec "$0" --input-type=module -e "$1"', process.execPath, program],
      { encoding: 'utf8' },
    );
    expect([stdout, stderr]).toEqual(['EMFILE', '']);
  });
});

describe('a connection', () => {
  const failing = () => {
    throw new Error('Planted');
  };
  type Parts = Partial<Publication['feed'] & Pick<Publication, 'disconnect'>>;

  /** A server whose encoders fail as their key says. */
  async function listen(partsOf: Record<string, Parts | (() => Promise<never>)>) {
    const log: string[] = [];
    let messages = 0;
    const server = await listenForEncoders({
      host: '127.0.0.1',
      port: 0,
      tls: undefined,
      door: new Door(),
      isProxy: () => false,
      onTurnedAway() {},
      async publish(key): Promise<Publication> {
        const parts = partsOf[key] ?? {};
        if (typeof parts === 'function') return parts();
        const onMedia = () => {
          messages += 1;
        };
        const { disconnect = () => {}, ...feed } = parts;
        return { id: key, disconnect, feed: { onMetadata() {}, onMedia, ...feed } };
      },
      log: {
        info() {},
        warn: (fields, message) => log.push(`${message} ${(fields as { err?: Error }).err?.stack}`),
      },
    });
    const rtmpUrl = `rtmp://127.0.0.1:${server.port}/live`;
    return {
      log,
      messages: () => messages,
      publish: (streamKey: string) => publish({ rtmpUrl, streamKey }),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }
  const metadata: RtmpMessage = {
    type: 18,
    streamId: 1,
    timestamp: 0,
    payload: writeAmf('@setDataFrame', 'onMetaData', { encoder: 'test' }),
  };

  it.each<[string, Parts | (() => Promise<never>)]>([
    ['the check of its key', () => Promise.reject(new Error('Planted'))],
    ['its metadata', { onMetadata: failing }],
    ['its media', { onMedia: failing }],
    ['its end', { disconnect: failing }],
    ['its media and its end', { onMedia: failing, disconnect: failing }],
  ])(
    'in which %s fails ends alone, and says so with the stack',
    async (_, parts) => {
      await using server = await listen({ failing: parts });
      using going = await server.publish('going');
      const stop = film(going);
      using encoder = await server.publish('failing');
      if (!encoder.socket.destroyed) await encoder.send(mediaBytes([metadata, ...capture]));
      // The farewell of an encoder, after which the server closes.
      const farewell = writeAmf('deleteStream', 6, null, 1);
      if (!encoder.socket.destroyed)
        await encoder.send(writeMessage(3, { type: 20, streamId: 0, timestamp: 0, payload: farewell }));
      await encoder.closed;
      await until(
        async () => server.log,
        (log) => log.length > 0,
      );
      expect(server.log[0]).toMatch(
        /^the connection of an encoder failed: it ended, .*Error: Planted\n +at /s,
      );
      const before = server.messages();
      await until(
        async () => server.messages(),
        (messages) => messages > before,
      );
      expect(going.socket.destroyed).toBe(false);
      using next = await server.publish('next');
      expect(next.received().toString('latin1')).toContain('NetStream.Publish.Start');
      stop();
    },
    20_000,
  );
});

describe('a server with a feed that fails', () => {
  const is = (venue: Venue, state: string) =>
    until(
      () => stateOf(venue),
      (ingest) => ingest.state === state,
    );
  const grows = async (venue: Venue) => {
    const { recording } = await stateOf(venue);
    await until(
      () => stateOf(venue),
      (ingest) => ingest.recording.seconds > recording.seconds,
    );
  };
  /** What a log line of the failed feed says, once it is there. */
  const failureOf = async (venue: Venue) => {
    const { id } = await api.db
      .selectFrom('ingests')
      .select('id')
      .where('liveStreamId', '=', venue.streamId)
      .executeTakeFirstOrThrow();
    return until(
      async () => api.log.find((line) => line.includes(`a feed of broadcast ${id} failed`)),
      (line) => line !== undefined,
    );
  };
  it('ends a feed in the middle of its media, once, and takes the next one', async () => {
    const [venue, other] = [await setUpVenue(api), await setUpVenue(api)];
    using going = await publish(other.key);
    const { onPicture } = HealthMeter.prototype;
    const meters: HealthMeter[] = [];
    // The second one that measures is that of the feed which has to fail, once.
    vi.spyOn(HealthMeter.prototype, 'onPicture').mockImplementation(function (this: HealthMeter, ...args) {
      const isKnown = meters.includes(this);
      if (!isKnown && meters.push(this) === 2) throw new Error('This frame cannot be measured');
      onPicture.apply(this, args);
    });
    const stopOther = film(going);
    await is(other, 'live');
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await encoder.closed;
    stop();
    expect(await failureOf(venue)).toContain('This frame cannot be measured');
    expect(api.log.filter((line) => line.includes('This frame cannot be measured'))).toHaveLength(1);
    expect(going.socket.destroyed).toBe(false);
    stopOther();
    using next = await publish(venue.key);
    const stopNext = film(next);
    await is(venue, 'live');
    stopNext();
  }, 40_000);

  const failNextFlush = () => {
    const flush = vi.spyOn(Packager.prototype, 'flush');
    flush.mockImplementationOnce(() => {
      throw new Error('No part can be made of this');
    });
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    // The last flush of this test's encoders must not take the failure of the next test.
    await until(
      () => api.db.selectFrom('ingests').select('id').where('state', '=', 'live').execute(),
      (live) => live.length === 0,
    );
  });

  it('goes on with the others, and with the next feed of the same broadcast, when a connection ends', async () => {
    const [venue, other] = [await setUpVenue(api), await setUpVenue(api)];
    using going = await publish(other.key);
    const stop = film(going);
    await is(other, 'live');
    {
      using encoder = await publish(venue.key);
      const isTaken = Promise.withResolvers<void>();
      const { pushVideo } = Packager.prototype;
      vi.spyOn(Packager.prototype, 'pushVideo').mockImplementation(function (this: Packager, frame) {
        pushVideo.call(this, frame);
        if (frame.ms < 300) isTaken.resolve();
      });
      await encoder.send(mediaBytes([...headers, ...pictures.slice(0, 3)]));
      await isTaken.promise;
      stop();
      failNextFlush();
      encoder.socket.end();
      await encoder.closed;
    }
    expect(await failureOf(venue)).toContain('No part can be made of this');
    const stopAgain = film(going);
    await grows(other);
    using next = await publish(venue.key);
    const stopNext = film(next);
    await is(venue, 'live');
    stopAgain();
    stopNext();
  }, 40_000);

  it('shows the slate when a feed fell silent, and cuts its encoder off', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await is(venue, 'live');
    failNextFlush();
    stop();
    await encoder.closed;
    await is(venue, 'interrupted');
    expect(await failureOf(venue)).toContain('No part can be made of this');

    // The end of the slate fails as well.
    failNextFlush();
    using next = await publish(venue.key);
    const stopNext = film(next);
    await is(venue, 'live');
    await grows(venue);
    stopNext();
  }, 40_000);

  it('ends a broadcast whose feed fails at that moment', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await is(venue, 'live');
    failNextFlush();
    expect((await venue.organiser.request(`POST ${venue.path}/end`)).status).toBe(204);
    await encoder.closed;
    stop();
    await failureOf(venue);
  }, 40_000);
});
