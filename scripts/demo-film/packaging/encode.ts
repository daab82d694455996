import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_RATE } from '../sound/loop-buffer.ts';
import { LOOP_SECONDS } from '../stage/tracks.ts';
import { runFfmpeg } from './ffmpeg.ts';

export const FRAME_RATE = 30;
export const SEGMENT_SECONDS = 2;
const AAC_FRAME = 1024;
const LOOP_AAC_FRAMES = (LOOP_SECONDS * SAMPLE_RATE) / AAC_FRAME;

export interface RungPlan {
  name: string;
  width: number;
  height: number;
  profile: 'high' | 'main';
  level: string;
  /** Thousands of bits per second: the average of the picture, and the most that a viewer's line has to carry. */
  kilobits: number;
  peakKilobits: number;
}

export const RUNGS: readonly RungPlan[] = [
  { name: '360p', width: 640, height: 360, profile: 'main', level: '3.0', kilobits: 180, peakKilobits: 320 },
  {
    name: '720p',
    width: 1280,
    height: 720,
    profile: 'high',
    level: '3.1',
    kilobits: 600,
    peakKilobits: 1000,
  },
];

/** Keeps every frame as it was drawn, so that each rung can be encoded in two passes. */
export async function storeFrames(
  file: string,
  width: number,
  height: number,
  feed: (write: (frame: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${width}x${height}`,
    '-r',
    String(FRAME_RATE),
    '-i',
    '-',
  ];
  const lossless = ['-c:v', 'libx264rgb', '-qp', '0', '-preset', 'ultrafast'];
  await runFfmpeg([...input, ...lossless, file], feed);
}

/**
 * Closed groups of exactly one segment, without B-frames, so that any segment can follow any other. One thread: with several, the
 * limit of the bit rate (VBV) makes other bytes at each run.
 */
export async function encodeVideo(frames: string, rung: RungPlan, folder: string): Promise<string> {
  const file = join(folder, `${rung.name}.mp4`);
  const group = FRAME_RATE * SEGMENT_SECONDS;
  const scale = `scale=${rung.width}:${rung.height}:flags=lanczos:out_color_matrix=bt709:out_range=tv,format=yuv420p`;
  const colour = [
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ];
  const x264 = `keyint=${group}:min-keyint=${group}:scenecut=0:open-gop=0:bframes=0:aq-mode=3:stitchable=1`;
  const common = [
    '-i', frames, '-an', '-vf', scale, ...colour,
    '-c:v', 'libx264', '-threads', '1', '-preset', 'veryslow', '-tune', 'animation',
    '-profile:v', rung.profile, '-level', rung.level, '-x264-params', x264,
    '-b:v',
      `${rung.kilobits}k`,
      '-maxrate',
      `${rung.peakKilobits}k`,
      '-bufsize',
      `${rung.peakKilobits}k`,
    '-passlogfile', join(folder, rung.name),
  ];
  await runFfmpeg([...common, '-pass', '1', '-f', 'null', '-']);
  await runFfmpeg([
    ...common,
    '-pass',
    '2',
    '-bf',
    '0',
    '-video_track_timescale',
    String(FRAME_RATE * 512),
    file,
  ]);
  return file;
}

/**
 * The sound is encoded three times over and the middle loop is cut out: the encoder's priming falls away,
 * and the first frame follows the last as if the sound had never ended.
 */
export async function encodeSound(pcm: Buffer, folder: string): Promise<string> {
  const whole = join(folder, 'three-loops.aac');
  const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', '-'];
  await runFfmpeg([...input, '-c:a', 'aac', '-b:a', '72k', '-f', 'adts', whole], async (write) => {
    for (let round = 0; round < 3; round += 1) await write(pcm);
  });
  const frames = splitAdts(await readFile(whole));
  // The first frame is the priming, so frame n + 1 holds the samples from n * 1024.
  const first = LOOP_AAC_FRAMES + 1;
  const loop = frames.slice(first, first + LOOP_AAC_FRAMES);
  if (loop.length !== LOOP_AAC_FRAMES) throw new Error(`The loop has ${loop.length} AAC frames`);
  const file = join(folder, 'loop.aac');
  await writeFile(file, Buffer.concat(loop));
  return file;
}

/** ADTS (ISO/IEC 14496-3, 1.A.2.2): 13 bits of length from the 31st bit of each header. */
function splitAdts(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + 7 <= bytes.length; ) {
    if (bytes.readUInt16BE(at) >> 4 !== 0xfff) throw new Error(`No ADTS header at ${at}`);
    const size = (bytes.readUInt32BE(at + 2) >> 5) & 0x1fff;
    frames.push(bytes.subarray(at, at + size));
    at += size;
  }
  return frames;
}

/** Cuts a rung into `init.mp4` and `<n>.m4s`, picture and sound together. */
export async function cutSegments(video: string, sound: string, folder: string): Promise<void> {
  await runFfmpeg([
    '-i', video, '-i', sound, '-map', '0:v', '-map', '1:a', '-c', 'copy', '-bsf:a', 'aac_adtstoasc',
    '-map_metadata', '-1',
    '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod',
    '-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4',
    '-hls_segment_filename', join(folder, '%d.m4s'), join(folder, 'list.m3u8'),
  ]);
}
