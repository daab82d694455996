import * as HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { masterPlaylist, type Rung } from './master-playlist.ts';
import { playlistText } from './media-playlist.ts';
import { livePlaylist, replayPlaylist } from './playlists.ts';
import {
  epochMs,
  liveAddressExpiresAt,
  liveWindow,
  replayAddressExpiresAt,
  replayLoops,
} from './timeline.ts';

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
    keyFrames: { bandwidth: 40_000, averageBandwidth: 30_000 },
  },
  {
    name: '720p',
    width: 1280,
    height: 720,
    bandwidth: 2e6,
    averageBandwidth: 1.6e6,
    codecs: 'avc1.4d401f,mp4a.40.2',
    frameRate: 29.97,
    keyFrames: undefined,
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
  const window = liveWindow(nowMs, segmentSeconds);
  const addressOf = (number: number) => `/signed/${number}.m4s`;
  return parseMedia(playlistText(livePlaylist(window, { segmentSeconds, addressOf })));
}

describe('masterPlaylist', () => {
  it.each(['live', 'replay'] as const)('lists every rung of the %s stream', (mode) => {
    const master = HLS.parse(
      masterPlaylist(rungs, { mode, isIndependent: true }),
    ) as HLS.types.MasterPlaylist;
    expect(master.isMasterPlaylist).toBe(true);
    expect(master.independentSegments).toBe(true);
    expect(master.variants.map(({ uri }) => uri)).toEqual([
      `360p/${mode}.m3u8`,
      `720p/${mode}.m3u8`,
      `360p/${mode}-iframes.m3u8`,
    ]);
    expect(master.variants[2]).toMatchObject({
      isIFrameOnly: true,
      bandwidth: 40_000,
      averageBandwidth: 30_000,
      codecs: 'avc1.4d401e',
      resolution: { width: 640, height: 360 },
    });
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
  it('lists about a minute of finished segments, the last one less than a segment old', () => {
    const nowMs = joinMs + 5_300;
    const { segments, targetDuration, endlist, version, independentSegments } = liveAt(nowMs);
    expect({ targetDuration, endlist, version, independentSegments }).toEqual({
      targetDuration: 2,
      endlist: false,
      version: 9,
      independentSegments: true,
    });
    expect(segments).toHaveLength(29);
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
      expect(segments.map(({ uri }) => uri)).toEqual(
        segments.map((_, index) => `/signed/${first + index}.m4s`),
      );
      expect(segments.map(({ uri }) => uri).slice(0, -1)).toEqual(
        before.segments.map(({ uri }) => uri).slice(removed, removed + 28),
      );
      expect(segments[0]?.programDateTime?.getTime()).toBe(epochMs + first * 2000);
      expect(segments.some(({ discontinuity }) => discontinuity)).toBe(false);
      before = liveAt(nowMs);
    }
  });
});

describe('replayPlaylist', () => {
  it('is a complete recording from segment 0 on', () => {
    const replay = parseMedia(playlistText(replayPlaylist(replayLoops * loopSegments, { segmentSeconds })));
    expect(replay).toMatchObject({
      playlistType: 'VOD',
      endlist: true,
      mediaSequenceBase: 0,
      targetDuration: 2,
    });
    expect(replay.segments.reduce((sum, { duration }) => sum + duration, 0)).toBe(192);
    expect(replay.segments.at(-1)?.uri).toBe('95.m4s');
    expect(replay.segments[0]?.programDateTime?.getTime()).toBe(epochMs);
  });
});

describe('liveAddressExpiresAt', () => {
  const leftMs = (segment: number, nowMs: number) =>
    liveAddressExpiresAt(segment, segmentSeconds).getTime() - nowMs;

  it('leaves 60 to 120 seconds to every segment of a live playlist', () => {
    for (let nowMs = joinMs; nowMs < joinMs + 4000; nowMs += 100) {
      const { first, last } = liveWindow(nowMs, segmentSeconds);
      expect(leftMs(first, nowMs)).toBeGreaterThanOrEqual(60_000);
      expect(leftMs(last, nowMs)).toBeLessThanOrEqual(120_000);
    }
  });

  it.each([1, 2, 4, 6])(
    'outlives the playlists of segments of %d s, as RFC 8216bis 6.2.2 demands',
    (seconds) => {
      const { first, last } = liveWindow(joinMs, seconds);
      const lastListedMs = epochMs + (last + 2) * seconds * 1000;
      const playlistMs = (last - first + 1) * seconds * 1000;
      const expiresMs = liveAddressExpiresAt(first, seconds).getTime();
      expect(expiresMs - lastListedMs).toBeGreaterThanOrEqual(seconds * 1000 + playlistMs);
    },
  );
});

describe('replayAddressExpiresAt', () => {
  it('leaves 60 to 120 seconds, and is the same for all within a minute', () => {
    const instants = new Set<number>();
    for (let nowMs = joinMs; nowMs < joinMs + 60_000; nowMs += 500) {
      const expiresMs = replayAddressExpiresAt(nowMs).getTime();
      expect(expiresMs - nowMs).toBeGreaterThan(60_000);
      expect(expiresMs - nowMs).toBeLessThanOrEqual(120_000);
      instants.add(expiresMs);
    }
    expect(instants.size).toBeLessThanOrEqual(2);
  });
});
