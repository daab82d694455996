import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Runs ffmpeg; `feed` writes its input, in pieces that wait for it to keep up. Throws with its own words. */
export async function runFfmpeg(
  args: readonly string[],
  feed?: (write: (bytes: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const child = spawn('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  child.on('error', (error: NodeJS.ErrnoException) => {
    errors += error.code === 'ENOENT' ? 'ffmpeg is not on the PATH' : error.message;
  });
  // A broken pipe is told by the exit code, with the reason on stderr.
  child.stdin.on('error', () => {});
  const closed: Promise<unknown[]> = once(child, 'close');
  if (feed) await feed((bytes) => writeTo(child.stdin, bytes, closed));
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg failed (${code}): ${errors.trim()}`);
}

async function writeTo(stream: Writable, bytes: Buffer, closed: Promise<unknown>): Promise<void> {
  if (stream.destroyed || stream.write(bytes)) return;
  const waiting = new AbortController();
  const drained = once(stream, 'drain', { signal: waiting.signal }).catch(() => {});
  await Promise.race([drained, closed]);
  waiting.abort();
}
