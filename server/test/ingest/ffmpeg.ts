/** ffmpeg as an encoder. */
import { type ChildProcess, spawn } from 'node:child_process';

interface Feed {
  size?: string;
  seconds?: number;
  hasAudio?: boolean;
  /** Frames between key frames; 25 a second. */
  gop?: number;
}

export interface Publisher extends Disposable {
  process: ChildProcess;
  /** What it wrote, and its exit code, when it has ended. */
  ended: Promise<{ code: number | null; errors: string }>;
}

/** The arguments for a test picture in real time, without where it goes. */
export function testPicture({ size = '320x180', seconds = 120, hasAudio = true, gop = 50 }: Feed): string[] {
  const sound = hasAudio ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : [];
  return [
    '-v',
    'error',
    '-re',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=25`,
    ...sound,
    '-t',
    String(seconds),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-g',
    String(gop),
    '-pix_fmt',
    'yuv420p',
    ...(hasAudio ? ['-c:a', 'aac', '-ac', '2'] : []),
  ];
}

/** Publishes a test picture in real time until it is disposed. */
export function publishWithFfmpeg(
  { rtmpUrl, streamKey }: { rtmpUrl: string; streamKey: string },
  feed: Feed = {},
): Publisher {
  const process = spawn('ffmpeg', [...testPicture(feed), '-f', 'flv', `${rtmpUrl}/${streamKey}`]);
  let errors = '';
  process.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    process.on('close', (code) => resolve({ code, errors }));
  });
  return { process, ended, [Symbol.dispose]: () => void process.kill('SIGKILL') };
}
