import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { boxesIn, readTimescales } from '../mp4-boxes.ts';
import { epochMs, liveWindow } from '../timeline.ts';
import { type LoopedVideo, loadLoopedVideo } from './looped-video.ts';

const folder = fileURLToPath(new URL('../../../../assets/demo/video', import.meta.url));
let video: LoopedVideo;
beforeAll(async () => {
  video = await loadLoopedVideo(folder);
});

/** The times of one track in one segment, in units of the track's timescale. */
interface TrackRun {
  track: number;
  decodeTime: bigint;
  duration: bigint;
}

/** Reads the boxes with its own parser, including the durations of single samples. */
function readSegment(bytes: Buffer) {
  const runs: TrackRun[] = [];
  const sequenceNumbers: number[] = [];
  const indexTimes: bigint[] = [];
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (box.type === 'sidx') indexTimes.push(bytes.readBigUInt64BE(box.content + 12));
    if (box.type !== 'moof') continue;
    for (const inner of boxesIn(bytes, box.content, box.end)) {
      if (inner.type === 'mfhd') sequenceNumbers.push(bytes.readUInt32BE(inner.content + 4));
      if (inner.type === 'traf') runs.push(readTrack(bytes, inner));
    }
  }
  return { runs, sequenceNumbers, indexTimes };
}

function readTrack(bytes: Buffer, traf: { content: number; end: number }): TrackRun {
  const run: TrackRun = { track: 0, decodeTime: 0n, duration: 0n };
  let defaultDuration = 0;
  for (const { type, content } of boxesIn(bytes, traf.content, traf.end)) {
    const flags = bytes.readUInt32BE(content) & 0xffffff;
    if (type === 'tfhd') {
      run.track = bytes.readUInt32BE(content + 4);
      const before = (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
      if (flags & 0x8) defaultDuration = bytes.readUInt32BE(content + 8 + before);
    } else if (type === 'tfdt') {
      run.decodeTime = bytes.readBigUInt64BE(content + 4);
    } else if (type === 'trun') {
      const samples = bytes.readUInt32BE(content + 4);
      let at = content + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
      const sampleBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
      for (let index = 0; index < samples; index += 1, at += sampleBytes) {
        run.duration += BigInt(flags & 0x100 ? bytes.readUInt32BE(at) : defaultDuration);
      }
    }
  }
  return run;
}

function segmentBytes(rung: string, number: number): Buffer {
  const file = video.segment(rung, number);
  if (file === undefined) throw new Error(`There is no segment ${number} of ${rung}`);
  return file.bytes;
}

describe('the demo video', () => {
  it('has two qualities and a loop of 32 seconds or more', () => {
    expect(video.rungs.map(({ height }) => height)).toEqual([360, 720]);
    expect(video.loopSegments * video.segmentSeconds).toBeGreaterThanOrEqual(32);
  });

  it('declares correct bandwidths', () => {
    for (const { name, bandwidth, averageBandwidth } of video.rungs) {
      const bits = Array.from({ length: video.loopSegments }, (_, n) => segmentBytes(name, n).length * 8);
      const average = bits.reduce((sum, size) => sum + size, 0) / bits.length / video.segmentSeconds;
      expect(bandwidth).toBeGreaterThanOrEqual(Math.max(...bits) / video.segmentSeconds);
      expect(averageBandwidth).toBeGreaterThanOrEqual(average * 0.9);
      expect(averageBandwidth).toBeLessThanOrEqual(average * 1.1);
    }
  });

  it('returns the first loop unchanged, and starts near 0', () => {
    for (const { name } of video.rungs) {
      for (const { decodeTime } of readSegment(segmentBytes(name, 0)).runs)
        expect(decodeTime).toBeLessThan(3000n);
    }
  });

  it.each([
    ['at the first join', 14],
    ['at the last join of the replay', 78],
    ['at a live join', Math.floor((Date.UTC(2026, 10, 20) - epochMs) / 32_000) * 16 - 2],
    ['in a hundred years', Math.floor((100 * 365.25 * 86_400) / 32) * 16 - 2],
  ])('continues without a gap or an overlap in any track %s', (_, from) => {
    for (const { name } of video.rungs) {
      let before = readSegment(segmentBytes(name, from));
      for (let number = from + 1; number < from + 20; number += 1) {
        const here = readSegment(segmentBytes(name, number));
        expect(here.runs.map(({ track }) => track)).toEqual(before.runs.map(({ track }) => track));
        expect(here.runs.map(({ decodeTime }) => decodeTime)).toEqual(
          before.runs.map(({ decodeTime, duration }) => decodeTime + duration),
        );
        expect(here.sequenceNumbers[0]).toBe((before.sequenceNumbers.at(-1) ?? 0) + 1);
        before = here;
      }
    }
  });

  it('starts segment n of every rung at n times its length', () => {
    const number = liveWindow(Date.UTC(2026, 10, 20), 2).last;
    for (const { name } of video.rungs) {
      const timescales = readTimescales(video.init(name)?.bytes ?? Buffer.alloc(0));
      const { runs, indexTimes } = readSegment(segmentBytes(name, number));
      expect(runs).toHaveLength(2);
      for (const [index, { track, decodeTime, duration }] of runs.entries()) {
        const timescale = timescales.get(track) ?? 0;
        expect(Math.abs(Number(decodeTime) / timescale - number * video.segmentSeconds)).toBeLessThan(0.06);
        expect(Number(duration) / timescale).toBeCloseTo(video.segmentSeconds, 1);
        if (indexTimes.length > 0) {
          expect(Math.abs(Number((indexTimes[index] ?? 0n) - decodeTime)) / timescale).toBeLessThan(0.06);
        }
      }
    }
  });

  it('changes only the times, and never the file of a number', () => {
    const moved = video.segment('720p', 16 * 1000 + 3);
    const original = segmentBytes('720p', 3);
    expect(moved?.bytes.length).toBe(original.length);
    let differing = 0;
    for (let at = 0; at < original.length; at += 1) if (moved?.bytes[at] !== original[at]) differing += 1;
    expect(differing).toBeGreaterThan(0);
    expect(differing).toBeLessThan(40);

    // More numbers than the cache holds, so that the first one is made again.
    for (let number = 100; number < 200; number += 1) video.segment('720p', number);
    const again = video.segment('720p', 16 * 1000 + 3);
    expect(again).not.toBe(moved);
    expect(again).toEqual(moved);
    expect(moved?.etag).not.toBe(video.segment('720p', 16 * 1000 + 4)?.etag);
    expect(moved?.etag).not.toBe(video.segment('360p', 16 * 1000 + 3)?.etag);
  });

  it('returns undefined for an unknown rung', () => {
    expect(video.init('1080p')).toBeUndefined();
    expect(video.segment('1080p', 0)).toBeUndefined();
  });
});
