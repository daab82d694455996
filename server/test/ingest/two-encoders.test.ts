/**
 * Two encoders with one key, on one server and on two: one keeps the stream, and an encoder that comes back is let in.
 *
 * @engine one
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';
import { film, publish, type RawEncoder } from './encoder.ts';
import { setUpVenue, stateOf, until, type Venue } from './venue.ts';

const api = await startApi();
const onSecond = await api.startSecondServer();
const left: RawEncoder[] = [];
afterAll(() => {
  for (const encoder of left) encoder.socket.destroy();
});

type Key = Venue['key'];

async function connect(key: Key, address?: string) {
  const encoder = await publish(key, address);
  left.push(encoder);
  const isLive = encoder.received().toString('latin1').includes('Publish.Start');
  const stop = isLive ? film(encoder) : () => {};
  return { encoder, isLive, stop };
}

const isRefused = async (key: Key, address?: string) => {
  const { encoder, isLive } = await connect(key, address);
  const answer = encoder.received().toString('latin1');
  if (!isLive) expect(answer).toContain('Another encoder uses this key');
  return !isLive;
};

const live = (venue: Venue) =>
  until(
    () => stateOf(venue),
    ({ state, health }) => state === 'live' && health?.framesPerSecond > 0,
  );

/** The other server listens as soon as it has an ingest. */
async function keyOfSecond({ organiser, eventId, blockId, key }: Venue): Promise<Key> {
  const streamId = await insertLiveStream(api.db, { blockId });
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${streamId}/ingest`;
  const { body } = await onSecond(organiser)(`POST ${path}`);
  return { ...key, rtmpUrl: body.rtmpUrl };
}

/** A main encoder, and a backup that displaces it. */
async function contest() {
  const venue = await setUpVenue(api);
  const main = await connect(venue.key);
  await live(venue);
  const backup = await connect(venue.key, '127.0.0.2');
  await main.encoder.closed;
  main.stop();
  return { venue, backup };
}

describe('of two encoders with one key', () => {
  it('the newest keeps the stream, and the other is refused again and again (28.82)', async () => {
    const { venue, backup } = await contest();
    for (let again = 0; again < 4; again += 1) {
      await wait(300);
      expect(await isRefused(venue.key)).toBe(true);
    }
    expect(backup.encoder.socket.destroyed).toBe(false);
    const { warnings, attempts, encoderNetwork, health } = await until(
      () => stateOf(venue),
      ({ attempts }) => attempts[0]?.count === 4,
    );
    expect(warnings).toContain('key-in-use');
    expect(encoderNetwork).toBe('127.0.0.0/24');
    expect(attempts).toMatchObject([
      { refusal: 'key-in-use', network: '127.0.0.0/24', protocol: 'rtmp', detail: null, count: 4 },
    ]);
    expect(health.reconnects).toBe(1);
    const { contestWaitMs } = await api.db
      .selectFrom('ingests')
      .select('contestWaitMs')
      .where('liveStreamId', '=', venue.streamId)
      .executeTakeFirstOrThrow();
    expect(contestWaitMs).toBe(120_000);
    backup.stop();
  }, 40_000);

  it('the other is let in at once when the newest ends, or sends nothing for a second (28.82)', async () => {
    const { venue, backup } = await contest();
    expect(await isRefused(venue.key)).toBe(true);
    // Its connection stays: nobody has seen it end.
    backup.stop();
    await wait(1_100);
    const main = await connect(venue.key);
    expect(main.isLive).toBe(true);
    await backup.encoder.closed;
    main.stop();
    main.encoder.socket.destroy();
    await main.encoder.closed;
    const again = await connect(venue.key, '127.0.0.2');
    expect(again.isLive).toBe(true);
    again.stop();
  }, 40_000);

  it('may be switched after the wait, unless an organiser keeps one (28.82)', async () => {
    const { venue, backup } = await contest();
    const isOver = () =>
      api.db
        .updateTable('ingests')
        .set({ contestedUntil: new Date(api.clock.now().getTime() - 1).toISOString() })
        .where('liveStreamId', '=', venue.streamId)
        .execute();
    expect(await isRefused(venue.key)).toBe(true);
    await live(venue);
    expect((await venue.organiser.request(`POST ${venue.path}/keep`)).status).toBe(204);
    const { warnings, isEncoderKept } = await stateOf(venue);
    expect([warnings, isEncoderKept]).toEqual([[], true]);
    await isOver();
    expect(await isRefused(venue.key)).toBe(true);
    await api.db
      .updateTable('ingests')
      .set({ isEncoderKept: false })
      .where('liveStreamId', '=', venue.streamId)
      .execute();
    await isOver();
    const main = await connect(venue.key);
    expect(main.isLive).toBe(true);
    await backup.encoder.closed;
    expect(await isRefused(venue.key, '127.0.0.2')).toBe(true);
    main.stop();
    backup.stop();
  }, 40_000);

  it('one keeps it on two servers too (28.82)', async () => {
    const venue = await setUpVenue(api);
    const second = await keyOfSecond(venue);
    const main = await connect(venue.key);
    await live(venue);
    // Its heartbeat says that it sends.
    await until(
      () => stateOf(venue),
      ({ lastFrameAt }) => lastFrameAt !== null,
    );
    const backup = await connect(second, '127.0.0.2');
    expect(backup.isLive).toBe(true);
    await main.encoder.closed;
    main.stop();
    for (let again = 0; again < 3; again += 1) {
      await wait(700);
      expect(await isRefused(venue.key)).toBe(true);
      expect(await isRefused(second)).toBe(true);
    }
    expect(backup.encoder.socket.destroyed).toBe(false);
    expect((await stateOf(venue)).health.reconnects).toBe(1);
    // It is cut off from the network, and the other one comes to the first server.
    backup.stop();
    await until(
      async () => (await connect(venue.key)).isLive,
      (isLive) => isLive,
    );
    await backup.encoder.closed;
  }, 60_000);

  it('one with the old key is told so, and the new key is live (28.2)', async () => {
    const { venue, backup } = await contest();
    expect(await isRefused(venue.key)).toBe(true);
    const { body: key } = await venue.organiser.request(`PUT ${venue.path}/stream-key`);
    await backup.encoder.closed;
    backup.stop();
    const old = await connect(venue.key);
    expect(old.encoder.received().toString('latin1')).toContain('This key was replaced');
    const main = await connect(key);
    expect(main.isLive).toBe(true);
    main.stop();
  }, 40_000);
});

it('an encoder that comes back before its old connection is seen to end is let in (28.2)', async () => {
  const venue = await setUpVenue(api);
  const first = await connect(venue.key);
  await live(venue);
  for (let again = 0; again < 3; again += 1) {
    first.stop();
    await wait(1_200);
    const next = await connect(venue.key);
    expect(next.isLive).toBe(true);
    first.stop = next.stop;
  }
  expect((await stateOf(venue)).warnings).not.toContain('key-in-use');
  first.stop();
}, 40_000);
