/**
 * A short video that repeats for ever. The segments of one loop are in memory; segment n is a copy of the segment at
 * its position in the loop, with later timestamps. Players see one continuous stream, without the short freeze that a
 * discontinuity at each join would cause.
 * An encoder that runs would cost more; the price is our own code for a few MP4 boxes.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFile } from '../../media-reply.ts';
import { type ByteSpan, readPictures, readVideoTrack } from '../key-frame.ts';
import { measureBitrates, type Rung } from '../master-playlist.ts';
import { readTimescales, readTimingFields, shiftSegment, type TimingFields } from '../mp4-boxes.ts';

export interface LoopedVideo {
  segmentSeconds: number;
  loopSegments: number;
  rungs: readonly Rung[];
  /** undefined: the video has no such rung. */
  init(rung: string): MediaFile | undefined;
  /** Any number from 0 on. The caller checks whether that segment may be fetched yet. */
  segment(rung: string, number: number): MediaFile | undefined;
  /** Where the key frame of a segment is. */
  keyFrame(rung: string, number: number): ByteSpan | undefined;
}

interface LoadedRung {
  init: MediaFile;
  loop: { bytes: Buffer; fields: TimingFields; keyFrame: ByteSpan }[];
  /** The number of moof boxes in one loop: sequence numbers continue from loop to loop. */
  loopFragments: number;
  version: string;
  /** Segments with rewritten timestamps, least recently used first. */
  recent: Map<number, MediaFile>;
}

/** Live viewers ask for the newest few segments; half a minute of each rung covers slower players too. */
const recentSegments = 32;

/** Reads `video.json`, `<rung>/init.mp4` and `<rung>/<n>.m4s`. @throws when the segments cannot form a loop. */
export async function loadLoopedVideo(folder: string): Promise<LoopedVideo> {
  const description: { segmentSeconds: number; rungs: Omit<Rung, 'keyFrames'>[] } = JSON.parse(
    await readFile(join(folder, 'video.json'), 'utf8'),
  );
  const { segmentSeconds } = description;
  const loaded = new Map<string, LoadedRung>();
  for (const { name } of description.rungs) loaded.set(name, await loadRung(join(folder, name)));
  const rungs = description.rungs.map((rung) => {
    const keyFrames = loaded.get(rung.name)?.loop.map(({ keyFrame }) => keyFrame.length) ?? [];
    const sizes = keyFrames.map((size) => ({ size, seconds: segmentSeconds }));
    return { ...rung, keyFrames: measureBitrates(sizes, segmentSeconds) };
  });

  const lengths = new Set([...loaded.values()].map((rung) => rung.loop.length));
  const [loopSegments] = lengths;
  if (!loopSegments || lengths.size > 1) throw new Error(`The rungs in ${folder} differ in length`);

  return {
    segmentSeconds,
    loopSegments,
    rungs,
    init: (name) => loaded.get(name)?.init,
    segment(name, number) {
      const rung = loaded.get(name);
      if (rung === undefined) return undefined;
      const known = rung.recent.get(number);
      const file = known ?? moveSegment(rung, number, loopSegments * segmentSeconds);
      if (known !== undefined) rung.recent.delete(number);
      else if (rung.recent.size >= recentSegments) dropOldest(rung.recent);
      rung.recent.set(number, file);
      return file;
    },
    keyFrame(name, number) {
      const loop = loaded.get(name)?.loop;
      return loop?.[number % loop.length]?.keyFrame;
    },
  };
}

async function loadRung(folder: string): Promise<LoadedRung> {
  const init = await readFile(join(folder, 'init.mp4'));
  const timescales = readTimescales(init);
  const videoTrack = readVideoTrack(init);
  if (videoTrack === undefined) throw new Error(`There is no video in ${folder}`);
  const hash = createHash('sha256').update(init);
  const loop: LoadedRung['loop'] = [];
  const count = (await readdir(folder)).filter((name) => name.endsWith('.m4s')).length;
  for (let index = 0; index < count; index += 1) {
    const bytes = await readFile(join(folder, `${index}.m4s`));
    hash.update(bytes);
    const { keyFrame } = readPictures(bytes, videoTrack);
    if (keyFrame === undefined) throw new Error(`Segment ${index} of ${folder} begins without a key frame`);
    loop.push({ bytes, fields: readTimingFields(bytes, timescales), keyFrame });
  }
  const version = hash.digest('hex').slice(0, 12);
  const loopFragments = loop.reduce((sum, { fields }) => sum + fields.sequenceNumbers.length, 0);
  return {
    init: { bytes: init, etag: `"${version}-init"`, type: 'video/mp4' },
    loop,
    loopFragments,
    version,
    recent: new Map(),
  };
}

function moveSegment(rung: LoadedRung, number: number, loopSeconds: number): MediaFile {
  const loops = Math.floor(number / rung.loop.length);
  const segment = rung.loop[number % rung.loop.length];
  if (segment === undefined) throw new RangeError(`There is no segment ${number}`);
  const by = { seconds: loops * loopSeconds, fragments: loops * rung.loopFragments };
  return {
    bytes: loops === 0 ? segment.bytes : shiftSegment(segment.bytes, segment.fields, by),
    etag: `"${rung.version}-${number}"`,
    type: 'video/mp4',
  };
}

function dropOldest(recent: Map<number, MediaFile>) {
  for (const number of recent.keys()) {
    recent.delete(number);
    return;
  }
}
