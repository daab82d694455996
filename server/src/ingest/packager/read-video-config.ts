import { readAv1Config } from './av1.ts';
import { readH264Config } from './h264.ts';
import { readHevcConfig } from './hevc.ts';
import type { VideoConfig, VideoFourCc } from './video-config.ts';

const readers = { avc1: readH264Config, hvc1: readHevcConfig, av01: readAv1Config };

/** @returns undefined when it is not understood. */
export function readVideoConfig(fourCc: VideoFourCc, record: Buffer): VideoConfig | undefined {
  return readers[fourCc](record);
}
