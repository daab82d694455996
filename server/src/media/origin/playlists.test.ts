import * as HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { livePlaylist, masterPlaylist, type Rung, replayPlaylist } from './playlists.ts';
import { epochMs, isSegmentAvailable, liveWindow, replayLoops } from './timeline.ts';

const segmentSeconds = 2;
const loopSegments = 16;
const joinMs = epochMs + 900_000 * loopSegments * segmentSeconds * 1000;

const rungs: Rung[] = [
  {
    name: '360p',
    width: 640,
    height: 360,
    bandwidth: 700_000,
    averageBandwidth: 500_000,
    codecs: 'avc1.4d401e,mp4a.40.2',
    frameRate: 30,
  },
  {
    name: '720p',
    width: 1280,
    height: 720,
    bandwidth: 2e6,
    averageBandwidth: 1.6e6,
    codecs: 'avc1.4d401f,mp4a.40.2',
    frameRate: 29.97,
  },
];

// With this option the parser throws at everything that the format forbids.
beforeAll(() => HLS.setOptions({ strictMode: true }));

function parseMedia(text: string) {
  const playlist = HLS.parse(text);
  if (playlist.isMasterPlaylist) throw new Error('A master playlist came instead of a media playlist');
  return playlist as HLS.types.MediaPlaylist;
}

function liveAt(nowMs: number) {
  return parseMedia(livePlaylist(liveWindow(nowMs, segmentSeconds), segmentSeconds));
}

describe('masterPlaylist', () => {
  it.each(['live', 'replay'] as const)('lists every rung of the %s stream', (mode) => {
    const master = HLS.parse(masterPlaylist(rungs, mode)) as HLS.types.MasterPlaylist;
    expect(master.isMasterPlaylist).toBe(true);
    expect(master.independentSegments).toBe(true);
    expect(master.variants.map(({ uri }) => uri)).toEqual([`360p/${mode}.m3u8`, `720p/${mode}.m3u8`]);
    expect(master.variants[1]).toMatchObject({
      bandwidth: 2e6,
      averageBandwidth: 1.6e6,
      codecs: 'avc1.4d401f,mp4a.40.2',
      resolution: { width: 1280, height: 720 },
      frameRate: 29.97,
    });
  });
});

describe('livePlaylist', () => {
  it('lists a minute of finished segments, the last one less than a segment old', () => {
    const nowMs = joinMs + 5_300;
    const { segments, targetDuration, endlist, version, independentSegments } = liveAt(nowMs);
    expect({ targetDuration, endlist, version, independentSegments }).toEqual({
      targetDuration: 2,
      endlist: false,
      version: 7,
      independentSegments: true,
    });
    expect(segments).toHaveLength(30);
    expect(segments[0]?.map?.uri).toBe('init.mp4');
    const seconds = segments.reduce((sum, { duration }) => sum + duration, 0);
    expect(segments[0]?.programDateTime?.getTime()).toBe(joinMs + 4_000 - seconds * 1000);
  });

  it('moves only forward, keeps the date of each number and never skips, across joins', () => {
    let before = liveAt(joinMs - 40_000);
    for (let nowMs = joinMs - 40_000; nowMs < joinMs + 40_000; nowMs += 170) {
      const { mediaSequenceBase: first = 0, segments } = liveAt(nowMs);
      const removed = first - (before.mediaSequenceBase ?? 0);
      expect([0, 1]).toContain(removed);
      expect(segments.map(({ uri }) => uri)).toEqual(segments.map((_, index) => `${first + index}.m4s`));
      expect(segments.map(({ uri }) => uri).slice(0, -1)).toEqual(
        before.segments.map(({ uri }) => uri).slice(removed, removed + 29),
      );
      expect(segments[0]?.programDateTime?.getTime()).toBe(epochMs + first * 2000);
      expect(segments.some(({ discontinuity }) => discontinuity)).toBe(false);
      before = liveAt(nowMs);
    }
  });
});

describe('replayPlaylist', () => {
  it('is a complete recording from segment 0 on', () => {
    const replay = parseMedia(replayPlaylist(replayLoops * loopSegments, segmentSeconds));
    expect(replay).toMatchObject({
      playlistType: 'VOD',
      endlist: true,
      mediaSequenceBase: 0,
      targetDuration: 2,
    });
    expect(replay.segments.reduce((sum, { duration }) => sum + duration, 0)).toBe(192);
    expect(replay.segments.at(-1)?.uri).toBe('95.m4s');
  });
});

describe('isSegmentAvailable', () => {
  const video = { segmentSeconds, loopSegments };
  const nowMs = joinMs + 100;
  const { first, last } = liveWindow(nowMs, segmentSeconds);

  it.each([
    ['the first of the replay', 0, true],
    ['the last of the replay', 95, true],
    ['the one after the replay', 96, false],
    ['the newest', last, true],
    ['the one that a server with a faster clock lists', last + 1, true],
    ['a later one', last + 2, false],
    ['one removed a playlist and a segment ago', first - 31, true],
    ['one removed longer ago', first - 32, false],
    ['no number', Number.NaN, false],
  ])('%s', (_, segment, expected) => {
    expect(isSegmentAvailable(segment, nowMs, video)).toBe(expected);
  });
});
