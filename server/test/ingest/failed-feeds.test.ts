/**
 * A feed or a connection that fails: it ends alone, whatever calls it. The others and the process go on.
 *
 * @engine one
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Door } from '../../src/ingest/door/door.ts';
import { Feed } from '../../src/ingest/feed.ts';
import { HealthMeter } from '../../src/ingest/health/health-meter.ts';
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
  it('whose picture lies before the start of the stream throws nothing when it is interrupted', () => {
    const { feed, send, failures } = newFeed();
    if (sound) feed.onMedia({ ...sound, timestamp: 2_900 });
    send(3);
    feed.interrupt();
    expect(failures).toEqual([expect.any(RangeError)]);
    // It is over: nothing of it is taken any more, and it fails once.
    send(50);
    feed.interrupt();
    expect(failures).toHaveLength(1);
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
    const stopOther = film(going);
    await is(other, 'live');
    using encoder = await publish(venue.key);
    // The first message that both send next may be of either.
    stopOther();
    vi.spyOn(HealthMeter.prototype, 'onFrame').mockImplementationOnce(() => {
      throw new Error('This frame cannot be measured');
    });
    const stop = film(encoder);
    await encoder.closed;
    stop();
    expect(await failureOf(venue)).toContain('This frame cannot be measured');
    expect(api.log.filter((line) => line.includes('This frame cannot be measured'))).toHaveLength(1);
    expect(going.socket.destroyed).toBe(false);
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
      // Sound is far ahead of the picture, and the connection ends before a part is made.
      const ahead = sound ? [{ ...sound, timestamp: 2_900 }] : [];
      await encoder.send(mediaBytes([...headers, ...ahead, ...pictures.slice(0, 3)]));
      encoder.socket.end();
      await encoder.closed;
    }
    expect(await failureOf(venue)).toContain('ERR_OUT_OF_RANGE');
    await grows(other);
    using next = await publish(venue.key);
    const stopNext = film(next);
    await is(venue, 'live');
    stop();
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
