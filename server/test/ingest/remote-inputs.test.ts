/** Live ingest at a video provider (docs/product.md, 28.11): the same page and operations, with the provider at the other end. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReplayRound } from '../../src/events/replays/replay-worker.ts';
import { hashSecret } from '../../src/identity/one-time-secret.ts';
import { ForgottenBroadcasts } from '../../src/ingest/forgotten-broadcasts.ts';
import { Ingest } from '../../src/ingest/ingest.ts';
import { RemoteInputs } from '../../src/ingest/remote/remote-inputs.ts';
import { createCloudflare } from '../../src/media/remote/cloudflare.ts';
import { createMux } from '../../src/media/remote/mux.ts';
import { type RemoteProvider, RemoteRefusal } from '../../src/media/video-provider.ts';
import { startCloudflare } from '../../stand-ins/video/cloudflare.ts';
import { startMux } from '../../stand-ins/video/mux.ts';
import { insertWatchable } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

let clock = () => Date.now();
const [mux, cloudflare] = [await startMux(() => clock()), await startCloudflare(() => clock())];
afterAll(() => Promise.all([mux.close(), cloudflare.close()]));
const second = 1_000;

describe.each([
  ['Mux', mux, createMux(mux.settings)],
  ['Cloudflare', cloudflare, createCloudflare(cloudflare.settings)],
])('live ingest at %s', async (_name, standIn, provider) => {
  const api = await startApi({}, undefined, { remoteProvider: provider });
  const warnings: object[] = [];
  const server = new Ingest({
    mediaKey: Buffer.alloc(32, 1),
    db: api.db,
    now: () => api.clock.now(),
    steady: () => performance.now(),
    recordingDir: '/nonexistent',
    host: '127.0.0.1',
    port: undefined,
    publicUrl: undefined,
    provider,
    dvrMinutes: 0,
    log: { info() {}, error() {}, warn: (fields) => void warnings.push(fields) },
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const inputs = () => standIn.videos.filter(({ type }) => type === 'live_stream');
  let organiser: Device;

  beforeEach(async () => {
    clock = () => api.clock.now().getTime();
    organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });
  });
  afterEach(() => {
    standIn.failWith(undefined);
    warnings.length = 0;
  });

  async function newStream() {
    const ids = await insertWatchable(api.db, { stream: { videoId: 'demo' } });
    const { eventId, blockId, liveStreamId } = ids;
    const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}`;
    const videoId = async () =>
      (
        await api.db
          .selectFrom('liveStreams')
          .select('videoId')
          .where('id', '=', liveStreamId)
          .executeTakeFirst()
      )?.videoId;
    return { ...ids, path, ingest: `${path}/ingest`, videoId };
  }
  async function setUp() {
    const stream = await newStream();
    const { status, body } = await organiser.request(`POST ${stream.ingest}`);
    expect(status).toBe(201);
    return { ...stream, key: String(body.streamKey), rtmpUrl: String(body.rtmpUrl) };
  }
  const stateOf = async ({ ingest }: { ingest: string }) =>
    (await organiser.request(`GET ${ingest}`)).body.state;
  const remoteInputs = (changes: Partial<RemoteProvider>) =>
    new RemoteInputs({
      db: api.db,
      now: () => api.clock.now(),
      log: { warn() {} },
      provider: { ...provider, ...changes },
    });
  /** Long enough for the next question to be due. */
  async function ask() {
    api.clock.advance(5 * second);
    await server.remote?.sweep();
  }

  it('gives address and key of the provider, once, and opens no port', async () => {
    const stream = await setUp();
    expect(stream.rtmpUrl).toMatch(/^rtmps:/);
    expect(await stream.videoId()).toBe(inputs().at(-1)?.playbackId);
    const { body } = await organiser.request(`GET ${stream.ingest}`);
    expect(body).toMatchObject({
      provider: provider.name,
      rtmpUrl: stream.rtmpUrl,
      state: 'idle',
      warnings: [],
    });
    expect(JSON.stringify(body)).not.toContain(stream.key);
    await server.start();
    expect(server.isListening).toBe(false);
    expect((await organiser.request(`POST ${stream.ingest}`)).status).toBe(409);
    expect(inputs()).toHaveLength(1);
  });

  it('opens nothing at this server with the key of the provider', async () => {
    const { key } = await setUp();
    const answer = await server.broadcasts.publish(hashSecret(key), undefined as never);
    expect(answer).toEqual({ refusal: 'wrong-key', ingestId: undefined });
  });

  it('follows the picture: waiting, live, interrupted, live, ended, replay', async () => {
    const stream = await setUp();
    const viewer = await api.signInAs();
    const shown = async () => {
      const { body } = await viewer.request(`GET /api/v1/kickboxing/competitions/${stream.eventId}`);
      return body.blocks[0].liveStreams[0].broadcast;
    };
    expect(await shown()).toBe('waiting');
    expect(standIn.publish(stream.key)).toBe(true);
    await ask();
    expect([await stateOf(stream), await shown()]).toEqual(['live', 'live']);
    const input = inputs().at(-1);
    if (input === undefined) throw new Error('no input');
    api.clock.advance(60 * second);
    standIn.finish(standIn.endBroadcast(input));
    await ask();
    expect(await stateOf(stream)).toBe('interrupted');
    standIn.publish(stream.key);
    await ask();
    expect(await stateOf(stream)).toBe('live');
    expect((await organiser.request(`DELETE ${stream.ingest}`)).status).toBe(409);
    api.clock.advance(600 * second);
    expect((await organiser.request(`POST ${stream.ingest}/end`)).status).toBe(204);
    expect([await stateOf(stream), await shown()]).toEqual(['ended', 'ended']);
    expect(standIn.publish(stream.key)).toBe(false);
    const round = createReplayRound({
      db: api.db,
      provider,
      isOwn: () => false,
      now: () => api.clock.now(),
      log: { info() {}, warn() {} },
    });
    await round();
    expect(await stream.videoId()).toBe(input.playbackId);
    const recording = input.recordings.at(-1);
    if (recording === undefined) throw new Error('no recording');
    standIn.finish(recording);
    api.clock.advance(60 * second);
    await round();
    expect(await stream.videoId()).toBe(recording.playbackId);
  });

  it('cuts the old encoder off with a new key, which opens an ended broadcast again', async () => {
    const stream = await setUp();
    standIn.publish(stream.key);
    await ask();
    const { status, body } = await organiser.request(`PUT ${stream.ingest}/stream-key`);
    expect(status).toBe(200);
    expect([standIn.publish(stream.key), standIn.publish(body.streamKey)]).toEqual([false, true]);
    await organiser.request(`POST ${stream.ingest}/end`);
    const again = await organiser.request(`PUT ${stream.ingest}/stream-key`);
    expect(standIn.publish(again.body.streamKey)).toBe(true);
    await ask();
    expect(await stateOf(stream)).toBe('live');
  });

  it('says that the provider is away, changes nothing, and keeps the state meanwhile', async () => {
    const waiting = await newStream();
    const stream = await setUp();
    standIn.publish(stream.key);
    await ask();
    standIn.failWith(503);
    const before = inputs().length;
    expect((await organiser.request(`POST ${waiting.ingest}`)).status).toBe(503);
    expect((await organiser.request(`PUT ${stream.ingest}/stream-key`)).status).toBe(503);
    expect((await organiser.request(`POST ${stream.ingest}/end`)).status).toBe(503);
    await ask();
    api.clock.advance(60 * second);
    const forgotten = new ForgottenBroadcasts({ db: api.db, now: api.clock.now });
    for (let looks = 0; looks < 2; looks += 1) await forgotten.sweep();
    expect(await stateOf(stream)).toBe('live');
    expect(warnings.length).toBeGreaterThan(0);
    expect(inputs()).toHaveLength(before);
    expect(await waiting.videoId()).toBe('demo');
    standIn.failWith(undefined);
    expect((await organiser.request(`POST ${waiting.ingest}`)).status).toBe(201);
  });

  it('makes one live input for a stream, however many ask at once', async () => {
    const stream = await newStream();
    const before = inputs().length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => organiser.request(`POST ${stream.ingest}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect(inputs()).toHaveLength(before + 1);
  });

  it('removes the live input with its ingest, and with its stream', async () => {
    const [removed, deleted] = [await setUp(), await setUp()];
    const before = inputs().length;
    expect((await organiser.request(`DELETE ${removed.ingest}`)).status).toBe(204);
    expect(await removed.videoId()).toBe('demo');
    expect(inputs().some(({ playbackId }) => playbackId === 'demo')).toBe(false);
    await api.db.deleteFrom('liveStreams').where('id', '=', deleted.liveStreamId).execute();
    await server.remote?.removeLoose(20);
    expect(inputs()).toHaveLength(before - 2);
    expect(await api.db.selectFrom('looseFiles').selectAll().execute()).toEqual([]);
  });

  it('asks about a few inputs at a time, and about all of them in turn (28.62)', async () => {
    const streams: Array<Awaited<ReturnType<typeof setUp>>> = [];
    for (let count = 0; count < 12; count += 1) streams.push(await setUp());
    for (const { key } of streams) standIn.publish(key);
    let asked = 0;
    const remote = remoteInputs({
      isReceiving(videoId) {
        asked += 1;
        return provider.isReceiving(videoId);
      },
    });
    api.clock.advance(5 * second);
    await remote.sweep();
    expect(asked).toBeLessThanOrEqual(10);
    for (let round = 0; round < 6; round += 1) await ask();
    const states = await Promise.all(streams.map(stateOf));
    expect(states).toEqual(streams.map(() => 'live'));
    for (const { ingest } of streams) await organiser.request(`POST ${ingest}/end`);
  }, 30_000);

  it('hears of an encoder that comes right after it was asked for (28.62)', async () => {
    const stream = await setUp();
    await ask();
    standIn.publish(stream.key);
    // Two messages at once, and nothing else that would ask.
    server.remote?.wake();
    server.remote?.wake();
    await expect.poll(() => stateOf(stream), { timeout: 20_000 }).toBe('live');
  }, 15_000);

  it('removes the other live inputs when the provider keeps one', async () => {
    const [kept, removed] = [await setUp(), await setUp()];
    const keptId = await kept.videoId();
    const count = inputs().length;
    for (const { liveStreamId } of [kept, removed])
      await api.db.deleteFrom('liveStreams').where('id', '=', liveStreamId).execute();
    const remote = remoteInputs({
      deleteLiveInput: (videoId) =>
        videoId === keptId ? Promise.reject(new RemoteRefusal(409)) : provider.deleteLiveInput(videoId),
    });
    expect(await remote.removeLoose(20)).toBe(1);
    expect(inputs()).toHaveLength(count - 1);
    await expect(remote.removeLoose(20)).rejects.toThrow(RemoteRefusal);
    await server.remote?.removeLoose(20);
  });

  it('asks about an idle input once a minute before its evening, and one server asks', async () => {
    const stream = await setUp();
    await api.db
      .updateTable('blocks')
      .set({ startDate: '2040-01-01T19:00:00Z', endDate: '2040-01-01T23:00:00Z' })
      .where('id', '=', stream.blockId)
      .execute();
    const input = inputs().find(({ streamKey }) => streamKey === stream.key);
    const ids = [String(input?.id), String(input?.playbackId)];
    const count = () => standIn.calls.filter((call) => ids.some((id) => call.includes(id))).length;
    await server.remote?.sweep();
    const start = count();
    for (let round = 0; round < 10; round += 1) await ask();
    expect(count()).toBe(start);
    api.clock.advance(60 * second);
    await Promise.all([server.remote?.sweep(), server.remote?.sweep(), server.remote?.sweep()]);
    expect(count()).toBe(start + 1);
  });
});
