import { readAv1Config } from './av1.ts';
import { readH264Config } from './h264.ts';
import { readHevcConfig } from './hevc.ts';
import type { VideoConfig, VideoFourCc } from './video-config.ts';

const readers = { avc1: readH264Config, hvc1: readHevcConfig, av01: readAv1Config };

/** @returns undefined when it is not understood. */
export function readVideoConfig(fourCc: VideoFourCc, record: Buffer): VideoConfig | undefined {
  return readers[fourCc](record);
}

/**
 * What a key frame says of its stream: an encoder may change the picture without a header of its own. Only what players are
 * told outside of the stream makes a difference; the headers stay in it.
 */
export function configAt(known: VideoConfig, sample: Buffer): VideoConfig {
  const record = known.recordIn(sample);
  if (record === undefined || record.equals(known.record)) return known;
  const found = readVideoConfig(known.entry, record);
  return found === undefined || isSamePicture(known, found) ? known : found;
}

function isSamePicture(one: VideoConfig, other: VideoConfig): boolean {
  return (
    one.codec === other.codec &&
    one.width === other.width &&
    one.height === other.height &&
    one.coded.width === other.coded.width &&
    one.coded.height === other.coded.height &&
    one.range === other.range
  );
}
