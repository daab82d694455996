/**
 * ffmpeg as a child that listens for one caller of SRT on the loopback, and returns its media by a pipe. Its instructions come by
 * the standard input: arguments can be read by everybody on the machine. When the pipe breaks, it ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { codecName } from '../codec-names.ts';
import { FlvReader, type FlvTag } from '../ffmpeg/flv.ts';
import { latencyMicroseconds } from './latency.ts';

export interface SrtProcessOptions {
  port: number;
  passphrase: string;
  onTag: (tag: FlvTag) => void;
  /** Once; not after it was disposed. @param refusedCodec its usual name, when that is the reason. */
  onExit: (reason: string, refusedCodec: string | undefined) => void;
}

/** What ffmpeg says of a codec that its FLV does not take. */
const refusedByFlv = /(?:Audio|Video) codec (\w+) not compatible with flv/;
/** For H.264 and AAC; longer, and the picture comes later. */
const analysedMicroseconds = 500_000;

export class SrtProcess implements Disposable {
  readonly #options: SrtProcessOptions;
  readonly #child: ChildProcess;
  readonly #reader = new FlvReader();
  #isOver = false;
  #said = '';

  constructor(options: SrtProcessOptions) {
    this.#options = options;
    const child = spawn('ffmpeg', listenAndCopy);
    this.#child = child;
    child.on('error', (error: NodeJS.ErrnoException) => this.#over(error.code ?? error.message));
    child.on('close', (code, signal) => this.#over(`${signal ?? code} ${this.#said}`.trim()));
    child.stderr.on('data', (text) => {
      this.#said = `${this.#said}${text}`.slice(-500);
    });
    child.stdout.on('data', (bytes: Buffer) => this.#read(bytes));
    child.stdout.on('error', () => {});
    child.stdin.on('error', () => {});
    child.stdin.end(scriptOf(options));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  setPaused(isPaused: boolean) {
    if (isPaused) this.#child.stdout?.pause();
    else this.#child.stdout?.resume();
  }

  [Symbol.dispose]() {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
  }

  #read(bytes: Buffer) {
    try {
      for (const tag of this.#reader.push(bytes)) if (!this.#isOver) this.#options.onTag(tag);
    } catch (error) {
      this.#over(String(error));
    }
  }

  #over(reason: string) {
    if (this.#isOver) return;
    this[Symbol.dispose]();
    const [, codec] = refusedByFlv.exec(this.#said) ?? [];
    const refusedCodec = codec && (codecName(codec) ?? codec);
    this.#options.onExit(reason.replaceAll(this.#options.passphrase, '…'), refusedCodec);
  }
}

const listenAndCopy = [
  '-hide_banner',
  '-nostdin',
  '-loglevel',
  'error',
  '-protocol_whitelist',
  'pipe,srt,udp',
  '-f',
  'concat',
  '-safe',
  '0',
  '-analyzeduration',
  '0',
  '-i',
  'pipe:0',
  '-map',
  '0:v:0',
  '-map',
  '0:a:0?',
  '-c',
  'copy',
  '-flush_packets',
  '1',
  '-f',
  'flv',
  '-flvflags',
  'no_duration_filesize',
  'pipe:1',
];

function scriptOf({ port, passphrase }: SrtProcessOptions): string {
  return [
    'ffconcat version 1.0',
    `file 'srt://127.0.0.1:${port}?mode=listener&latency=${latencyMicroseconds}'`,
    `option passphrase ${passphrase}`,
    `option analyzeduration ${analysedMicroseconds}`,
    // What has gaps, because packets did not come in time.
    'option fflags +discardcorrupt',
    '',
  ].join('\n');
}
