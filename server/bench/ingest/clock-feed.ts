/**
 * A camera with a clock: ffmpeg draws a test picture, and this process lays a strip of black and white cells over each
 * frame that says when the frame was made. `web/bench/live-viewers.ts` reads it from the screen.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';

/** One row of cells: four that are always the same, 24 bits of the time in milliseconds, four of a checksum. */
const [cells, cellSize, framesPerSecond] = [32, 16, 25];
const [width, height] = [cells * cellSize, cellSize];

export function hasProgram(name: string, ...args: string[]): boolean {
  try {
    execFileSync(name, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export class ClockFeed {
  readonly #child: ChildProcess;
  readonly #timer: NodeJS.Timeout;
  readonly #closed: Promise<void>;
  errors = '';

  constructor({ rtmpUrl, streamKey }: { rtmpUrl: string; streamKey: string }) {
    const clock = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-video_size', `${width}x${height}`];
    const child = spawn('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=1280x720:rate=25',
      '-probesize',
      '32',
      '-analyzeduration',
      '0',
      ...clock,
      '-framerate',
      String(framesPerSecond),
      '-i',
      'pipe:0',
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440:sample_rate=48000',
      '-filter_complex',
      '[0:v][1:v]overlay=0:0,format=yuv420p[v]',
      '-map',
      '[v]',
      '-map',
      '2:a',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-tune',
      'zerolatency',
      '-g',
      '50',
      '-b:v',
      '2470k',
      '-minrate',
      '2470k',
      '-maxrate',
      '2470k',
      '-bufsize',
      '1235k',
      '-x264-params',
      'nal-hrd=cbr',
      '-c:a',
      'aac',
      '-ac',
      '2',
      '-b:a',
      '128k',
      '-shortest',
      '-flush_packets',
      '1',
      '-f',
      'flv',
      `${rtmpUrl}/${streamKey}`,
    ]);
    this.#child = child;
    child.stdin?.on('error', () => {});
    child.stderr?.on('data', (text) => {
      this.errors += text;
    });
    this.#closed = new Promise((resolve) => child.once('close', () => resolve()));
    const began = performance.now();
    let frames = 0;
    this.#timer = setInterval(() => {
      // A late timer must not slow the clock of the feed down.
      for (; frames * (1000 / framesPerSecond) <= performance.now() - began; frames += 1)
        child.stdin?.write(drawTime(Date.now()));
    }, 5);
  }

  /** As a cable that is pulled. */
  async cut(): Promise<void> {
    clearInterval(this.#timer);
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}

function drawTime(now: number): Buffer {
  const value = now % 2 ** 24;
  let checksum = 0;
  for (let shift = 0; shift < 24; shift += 4) checksum ^= (value >> shift) & 15;
  const bits = `1010${value.toString(2).padStart(24, '0')}${checksum.toString(2).padStart(4, '0')}`;
  const row = Buffer.concat([...bits].map((bit) => Buffer.alloc(cellSize, bit === '1' ? 255 : 0)));
  return Buffer.concat(Array.from({ length: height }, () => row));
}
