/**
 * ffmpeg as a child: the source goes in by its standard input, each rung comes back by a pipe of its own. There is no port and
 * no key for it, and it cannot outlive the server: when the pipes break, it ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FlvReader, type FlvTag, videoFlvHeader, writeFlvTag } from '../ffmpeg/flv.ts';

export interface LadderRung {
  name: string;
  height: number;
  kilobitsPerSecond: number;
}

/** From the largest. */
export const ladderRungs: readonly LadderRung[] = [
  { name: '720p', height: 720, kilobitsPerSecond: 2_500 },
  { name: '360p', height: 360, kilobitsPerSecond: 800 },
];

/** A machine that is too slow must not fill its memory. */
const mostWaitingBytes = 16 * 1024 * 1024;
const firstPipe = 3;

export interface LadderProcessOptions {
  rungs: readonly LadderRung[];
  onTag: (rung: number, tag: FlvTag) => void;
  /** Once, also when it was never there; not after it was disposed. */
  onExit: (reason: string) => void;
}

export class LadderProcess implements Disposable {
  readonly #options: LadderProcessOptions;
  readonly #child: ChildProcess;
  /** Not there when the system has no descriptor left for it; the child reports the error a moment later. */
  readonly #input: Writable | null | undefined;
  #isOver = false;
  #said = '';

  constructor(options: LadderProcessOptions) {
    this.#options = options;
    const { rungs } = options;
    this.#child = spawn('ffmpeg', argumentsFor(rungs), {
      stdio: ['pipe', 'ignore', 'pipe', ...rungs.map(() => 'pipe' as const)],
    });
    this.#child.on('error', (error: NodeJS.ErrnoException) => this.#over(error.code ?? error.message));
    this.#input = this.#child.stdin;
    this.#input?.on('error', () => {});
    this.#child.on('exit', (code, signal) => this.#over(`${signal ?? code} ${this.#said}`.trim()));
    this.#child.stderr?.on('data', (text) => {
      this.#said = `${this.#said}${text}`.slice(-500);
    });
    for (const [index] of rungs.entries()) this.#listen(index);
    this.#input?.write(videoFlvHeader);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  write(tag: FlvTag) {
    if (this.#isOver || !this.#input) return;
    this.#input.write(writeFlvTag(tag));
    if (this.#input.writableLength > mostWaitingBytes) this.#over('this machine is too slow for it');
  }

  [Symbol.dispose]() {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
  }

  #listen(index: number) {
    const reader = new FlvReader();
    const pipe = this.#child.stdio?.[firstPipe + index] as Readable | undefined;
    pipe?.on('error', () => {});
    pipe?.on('data', (bytes: Buffer) => {
      try {
        for (const tag of reader.push(bytes)) if (!this.#isOver) this.#options.onTag(index, tag);
      } catch (error) {
        this.#over(String(error));
      }
    });
  }

  #over(reason: string) {
    if (this.#isOver) return;
    this[Symbol.dispose]();
    this.#options.onExit(reason);
  }
}

function argumentsFor(rungs: readonly LadderRung[]): string[] {
  const split = `[0:v]split=${rungs.length}${rungs.map((_, index) => `[in${index}]`).join('')}`;
  const scales = rungs.map(({ height }, index) => `[in${index}]scale=-2:${height}[out${index}]`);
  return [
    // The times of the source stay, and so do its frames: then a rung can be cut where the source is.
    '-hide_banner',
    '-loglevel',
    'error',
    '-copyts',
    '-analyzeduration',
    '500000',
    '-f',
    'flv',
    '-i',
    'pipe:0',
    '-filter_complex',
    [split, ...scales].join(';'),
    ...rungs.flatMap(({ kilobitsPerSecond: rate }, index) => [
      '-map',
      `[out${index}]`,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-tune',
      'zerolatency',
      '-pix_fmt',
      'yuv420p',
      '-bf',
      '0',
      '-force_key_frames',
      'source',
      '-g',
      '100000',
      '-sc_threshold',
      '0',
      '-b:v',
      `${rate}k`,
      '-maxrate',
      `${rate}k`,
      '-bufsize',
      `${rate}k`,
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      '1:1000',
      '-flush_packets',
      '1',
      '-f',
      'flv',
      '-flvflags',
      'no_duration_filesize',
      `pipe:${firstPipe + index}`,
    ]),
  ];
}
