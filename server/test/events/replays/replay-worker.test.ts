/** The recording of a provider takes the place of its live stream when the block has ended (docs/product.md, 15.7). */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReplayRound, startReplayWorker } from '../../../src/events/replays/replay-worker.ts';
import { createMux } from '../../../src/media/remote/mux.ts';
import { startMux } from '../../../stand-ins/video/mux.ts';
import { insertWatchable } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const [minute, hour] = [60_000, 3_600_000];
const clock = () => api.clock.now().getTime();
const standIn = await startMux(clock);
afterAll(() => standIn.close());
let log: string[] = [];
const note = (_fields: object, text: string) => void log.push(text);
const options = () => ({
  db: api.db,
  provider: createMux(standIn.settings),
  now: api.clock.now,
  isOwn: (videoId: string) => videoId === 'demo',
  log: { info: note, warn: note },
});

beforeEach(async () => {
  api.clock.stop();
  log = [];
  await api.db.deleteFrom('events').execute();
});
afterEach(() => {
  standIn.failWith(undefined);
  api.clock.reset();
});

/** A block that began an hour ago and lasts two more. */
async function evening(videoId: string) {
  const block = {
    startDate: new Date(clock() - hour).toISOString(),
    endDate: new Date(clock() + 2 * hour).toISOString(),
  };
  const { liveStreamId } = await insertWatchable(api.db, { block, stream: { videoId } });
  return {
    row: () =>
      api.db
        .selectFrom('liveStreams')
        .select(['videoId', 'version'])
        .where('id', '=', liveStreamId)
        .executeTakeFirstOrThrow(),
    liveStreamId,
  };
}

function broadcast() {
  const live = standIn.addLiveStream();
  standIn.startBroadcast(live);
  return live;
}

describe('the round of recordings', () => {
  it('waits for the end of block and broadcast, then for the recording, and changes the video once', async () => {
    const live = broadcast();
    const { row } = await evening(live.playbackId);
    const round = createReplayRound(options());
    const before = (await row()).version;
    const expectLive = async () => {
      await round({ isUrgent: true });
      expect(await row()).toEqual({ videoId: live.playbackId, version: before });
    };
    await expectLive();
    api.clock.advance(3 * hour);
    await expectLive();
    const asset = standIn.endBroadcast(live);
    await expectLive();
    standIn.finish(asset);
    await Promise.all([round({ isUrgent: true }), createReplayRound(options())({ isUrgent: true })]);
    expect(await row()).toEqual({ videoId: asset.playbackId, version: before + 1 });
    expect(log).toEqual(['the recording of a broadcast has taken its place']);
    const calls = standIn.calls.length;
    await round({ isUrgent: true });
    await round({ isUrgent: true });
    // It asked once about the new video, which is no live stream.
    expect(standIn.calls.length - calls).toBe(1);
  });

  it('takes the longest recording of the block, and none of an earlier evening', async () => {
    const live = broadcast();
    api.clock.advance(4 * hour);
    standIn.finish(standIn.endBroadcast(live));
    api.clock.advance(24 * hour);
    const { row } = await evening(live.playbackId);
    const parts = [20, 90, 5].map((minutes) => {
      standIn.startBroadcast(live);
      api.clock.advance(minutes * minute);
      return standIn.endBroadcast(live);
    });
    api.clock.advance(hour);
    const round = createReplayRound(options());
    for (const part of parts.slice(0, 2)) standIn.finish(part);
    await round({ isUrgent: true });
    expect((await row()).videoId).toBe(live.playbackId);
    standIn.finish(parts[2] as (typeof parts)[0], 'errored');
    await round({ isUrgent: true });
    expect((await row()).videoId).toBe(parts[1]?.playbackId);
  });

  it('leaves what an organiser chose meanwhile, its own videos and public recordings alone', async () => {
    const live = broadcast();
    const open = standIn.addLiveStream('public');
    standIn.startBroadcast(open);
    const [{ row, liveStreamId }, own, anybody] = [
      await evening(live.playbackId),
      await evening('demo'),
      await evening(open.playbackId),
    ];
    api.clock.advance(3 * hour);
    for (const each of [live, open]) standIn.finish(standIn.endBroadcast(each));
    const other = standIn.addAsset().playbackId;
    const provider = {
      findRecording: async (videoId: string, since: Date) => {
        const recording = await options().provider.findRecording(videoId, since);
        await api.db
          .updateTable('liveStreams')
          .set({ videoId: other })
          .where('id', '=', liveStreamId)
          .execute();
        return recording;
      },
    };
    await createReplayRound({ ...options(), provider })();
    expect((await row()).videoId).toBe(other);
    expect((await own.row()).videoId).toBe('demo');
    expect((await anybody.row()).videoId).toBe(open.playbackId);
    expect(log).toEqual([]);
  });

  it('asks about a recording that does not come ever more seldom, and no more after three days', async () => {
    const live = broadcast();
    await evening(live.playbackId);
    api.clock.advance(2 * hour);
    const round = createReplayRound(options());
    const rounds = async (hours: number) => {
      const before = standIn.calls.length;
      for (let passed = 0; passed < hours * hour; passed += minute) {
        api.clock.advance(minute);
        await round();
      }
      return standIn.calls.length - before;
    };
    const [first, second] = [await rounds(1), await rounds(1)];
    expect(first).toBeGreaterThan(30);
    expect(second).toBeLessThan(20);
    api.clock.advance(72 * hour);
    expect(await rounds(0.2)).toBe(0);
  });

  it('goes on with the others when the provider fails, and tries again', async () => {
    const live = broadcast();
    const { row } = await evening(live.playbackId);
    api.clock.advance(3 * hour);
    const asset = standIn.endBroadcast(live);
    standIn.finish(asset);
    const round = createReplayRound(options());
    standIn.failWith(503);
    await round();
    expect(log).toEqual(['a recording could not be asked for']);
    standIn.failWith(undefined);
    api.clock.advance(hour);
    await round();
    expect((await row()).videoId).toBe(asset.playbackId);
  });
});

describe('the job', () => {
  it('asks at once when it is woken, and stops when it is disposed of', async () => {
    const live = broadcast();
    const { row } = await evening(live.playbackId);
    api.clock.advance(3 * hour);
    const worker = startReplayWorker({ ...options(), pollMs: 60_000 });
    const asset = standIn.endBroadcast(live);
    standIn.finish(asset);
    worker.wake();
    await expect.poll(async () => (await row()).videoId, { timeout: 15_000 }).toBe(asset.playbackId);
    await worker[Symbol.asyncDispose]();
    const calls = standIn.calls.length;
    worker.wake();
    expect(standIn.calls).toHaveLength(calls);
  });
});
