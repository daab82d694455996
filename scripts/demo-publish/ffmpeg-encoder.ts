import { spawn } from 'node:child_process';
import { cutOff, type DemoEncoder, type StreamKey } from './demo-encoder.ts';

const picture = [
  '-re',
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=1280x720:rate=25',
  '-re',
  '-f',
  'lavfi',
  '-i',
  'sine=frequency=440:beep_factor=4:sample_rate=48000',
];
const encoding = [
  '-af',
  'volume=0.3',
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-tune',
  'zerolatency',
  '-b:v',
  '2500k',
  '-maxrate',
  '2500k',
  '-bufsize',
  '2500k',
  '-g',
  '50',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-ac',
  '2',
  '-b:a',
  '128k',
];

export function publishWithFfmpeg({ rtmpUrl, streamKey }: StreamKey): DemoEncoder {
  const arguments_ = ['-v', 'error', ...picture, ...encoding, '-f', 'flv', `${rtmpUrl}/${streamKey}`];
  // In a group of its own: Ctrl+C reaches this process alone, which then ends ffmpeg.
  const child = spawn('ffmpeg', arguments_, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const closed = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      errors += error.message;
      resolve();
    });
    child.once('close', () => resolve());
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  return {
    name: 'ffmpeg',
    ended: closed.then(() => (isCut(errors) ? cutOff : errors.trim().replaceAll(streamKey, '(key)'))),
    async stop() {
      child.kill('SIGINT');
      await closed;
      process.off('exit', killWithUs);
    },
  };
}

/** Other words of ffmpeg may name the address, and with it the key. */
function isCut(errors: string): boolean {
  return errors === '' || /Broken pipe|Connection reset/.test(errors);
}
