/**
 * The ladder: smaller pictures by ffmpeg, under the same numbers as the source, and never at its cost.
 *
 * @tier all
 * @engine one
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as HLS from 'hls-parser';
import { expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { describeWith } from '../tools.ts';
import { film, mediaBytes, publish } from './encoder.ts';
import { enhancedCapture } from './enhanced.ts';
import { publishWithFfmpeg } from './ffmpeg.ts';
import { loadSegment, setUpVenue, stateOf, until, type Venue, watch } from './venue.ts';

const api = await startApi({ hasLadder: true });

async function rungsOf(venue: Venue) {
  const { path } = await watch(venue);
  const answer = await api.app.inject(path);
  expect(answer.statusCode, answer.body).toBe(200);
  const { variants: all } = HLS.parse(answer.body) as HLS.types.MasterPlaylist;
  const [keyFrames, variants] = [true, false].map((is) => all.filter((each) => each.isIFrameOnly === is));
  return { path, keyFrames: keyFrames ?? [], variants: variants ?? [] };
}

async function segmentsOf(path: string, uri: string) {
  const address = new URL(uri, `http://x${path}`).pathname;
  const answer = await api.app.inject(address);
  expect(answer.statusCode, answer.body).toBe(200);
  const playlist = HLS.parse(answer.body) as HLS.types.MediaPlaylist;
  const load = () => loadSegment(api, address, playlist.segments[0]?.uri ?? '');
  return { playlist, load, segments: playlist.segments.filter((segment) => segment.uri) };
}

const withLadder = (venue: Venue) =>
  until(
    () => rungsOf(venue),
    ({ variants }) => variants.length === 3,
    40_000,
  );

describeWith('ffmpeg', 'a ladder', () => {
  it("has rungs whose segments are the source's, by number and time, and ends with the broadcast", async () => {
    const venue = await setUpVenue(api);
    using _publisher = publishWithFfmpeg(venue.key, { size: '1280x800' });
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    const { path } = await withLadder(venue);
    const { variants, keyFrames } = await until(
      () => rungsOf(venue),
      ({ variants }) => variants.length === 3,
    );
    expect(variants.map(({ resolution }) => resolution?.height)).toEqual([800, 720, 360]);
    const read = () => Promise.all(variants.map(({ uri }) => segmentsOf(path, uri)));
    const [source, ...rungs] = await until(
      read,
      (all) => all.every(({ segments }) => segments.length >= 2),
      20_000,
    );
    const timesOf = (all: NonNullable<typeof source>['segments']) =>
      new Map(all.map(({ mediaSequenceNumber, programDateTime }) => [mediaSequenceNumber, programDateTime]));
    const times = timesOf(source?.segments ?? []);
    let compared = 0;
    for (const { segments, playlist, load } of rungs) {
      expect(playlist.targetDuration).toBe(source?.playlist.targetDuration);
      for (const [msn, at] of timesOf(segments)) {
        const expected = times.get(msn);
        if (expected === undefined || expected === null) continue;
        compared += 1;
        expect(Math.abs((at?.getTime() ?? 0) - expected.getTime())).toBeLessThan(120);
      }
      expect((await load()).length).toBeGreaterThan(1_000);
    }
    expect(keyFrames.map(({ resolution }) => resolution?.height)).toEqual([800, 720, 360]);
    for (const { uri } of keyFrames) {
      const { playlist, segments } = await segmentsOf(path, uri);
      expect(playlist.isIFrame).toBe(true);
      expect(segments.every(({ byterange }) => (byterange?.length ?? 0) > 0)).toBe(true);
    }
    expect(compared).toBeGreaterThan(1);

    // A child that dies: the source goes on, and the rungs come back.
    const [child] = children();
    process.kill(child as number, 'SIGKILL');
    await until(
      () => rungsOf(venue),
      ({ variants }) => variants.length === 1,
    );
    expect((await stateOf(venue)).state).toBe('live');
    expect(api.log.join('')).toContain('the smaller pictures of a broadcast stopped');
    await withLadder(venue);
    expect(children()).not.toContain(child);

    await venue.organiser.request(`POST ${venue.path}/end`);
    await until(
      async () => children(),
      (pids) => pids.length === 0,
      3_000,
    );
  }, 120_000);

  it('makes no larger picture than the source, and none of HEVC', async () => {
    const small = await setUpVenue(api);
    using _publisher = publishWithFfmpeg(small.key, { size: '320x180' });
    const other = await setUpVenue(api);
    using encoder = await publish(other.key);
    const stop = film(encoder, 0, mediaBytes, enhancedCapture('hevc'));
    for (const venue of [small, other]) {
      await until(
        () => stateOf(venue),
        ({ recording }) => recording.seconds >= 6,
      );
      expect((await rungsOf(venue)).variants).toHaveLength(1);
    }
    stop();
    expect(children()).toEqual([]);
  }, 60_000);

  it('does not outlive a server that is killed', async () => {
    const script = `
      import { LadderProcess, ladderRungs } from '${new URL('../../src/ingest/ladder/ladder-process.ts', import.meta.url)}';
      const ladder = new LadderProcess({ rungs: ladderRungs, onTag() {}, onExit: console.error });
      console.log(ladder.pid);
      setInterval(() => {}, 1000);
    `;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [line] = await once(server.stdout, 'data');
    const pid = Number(String(line));
    expect(isRunning(pid)).toBe(true);
    server.kill('SIGKILL');
    await until(
      async () => isRunning(pid),
      (is) => !is,
      5_000,
    );
  }, 20_000);
});

/** The children of this process that make rungs. */
function children(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'pipe:3'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
