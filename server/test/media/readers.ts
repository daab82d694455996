/** Players and parsers that are not ours. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Tool } from '../tools.ts';

export interface Reader {
  name: string;
  tool: Tool;
  command: string;
  /** @param folder for what it writes. */
  args(url: string, seconds: number, folder: string): string[];
  /** It has no option to end. */
  isInterrupted?: boolean;
  /** Lines that name no fault of the stream. */
  harmless?: RegExp;
}

const ofFfmpeg = /Skip \('#EXT|Found duplicated MOOV|Last message repeated/;

export const readers: Reader[] = [
  {
    name: 'ffmpeg -xerror',
    tool: 'ffmpeg',
    command: 'ffmpeg',
    args: (url, seconds) => [
      '-v',
      'warning',
      '-xerror',
      '-live_start_index',
      '0',
      '-i',
      url,
      '-t',
      String(seconds),
      '-f',
      'null',
      '-',
    ],
    // It says that it reads no low-latency tags, and that a second encoder has an initialization segment of its own.
    harmless: ofFfmpeg,
  },
  {
    name: 'mpv',
    tool: 'mpv',
    command: 'mpv',
    args: (url, seconds) => [
      '--no-config',
      '--vo=null',
      '--ao=null',
      '--msg-level=all=warn',
      `--length=${seconds}`,
      url,
    ],
    // In a replay the time of a lost feed is missing: it says that the clock jumps there.
    harmless: new RegExp(
      `${ofFfmpeg.source}|Invalid audio PTS|audio timestamp reset|desynchronisation|hardware, temporary|position will not`,
    ),
  },
  {
    name: 'streamlink',
    tool: 'streamlink',
    command: 'streamlink',
    args: (url, seconds, folder) => [
      '--loglevel',
      'warning',
      '--hls-duration',
      String(seconds),
      '--hls-live-restart',
      '-f',
      '-o',
      path.join(folder, 'streamlink.mp4'),
      `hls://${url}`,
      'best',
    ],
    // It joins files, and says that it does not mend the join.
    harmless: /Encountered a stream discontinuity/,
  },
  {
    name: 'GStreamer hlsdemux2',
    tool: 'GStreamer with hlsdemux2',
    command: 'gst-launch-1.0',
    args: (url) => [
      '-q',
      'playbin3',
      `uri=${url}`,
      'flags=0x3',
      'video-sink=fakesink sync=true',
      'audio-sink=fakesink sync=true',
    ],
    isInterrupted: true,
    harmless: /^handling interrupt|Interrupt/,
  },
];

export interface Reading {
  isWell: boolean;
  complaints: string[];
}

/** Lets a reader read for this long. */
export async function readWith(
  reader: Reader,
  url: string,
  seconds: number,
  folder: string,
): Promise<Reading> {
  const child = spawn(reader.command, reader.args(url, seconds, folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const timer = reader.isInterrupted ? setTimeout(() => child.kill('SIGINT'), seconds * 1000) : undefined;
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  await rm(path.join(folder, 'streamlink.mp4'), { force: true });
  const complaints = output.split('\n').filter((line) => line.trim() && !reader.harmless?.test(line));
  return { isWell: code === 0 || reader.isInterrupted === true, complaints };
}
