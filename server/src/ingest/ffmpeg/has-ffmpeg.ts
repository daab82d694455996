/** The ffmpeg of the PATH, for what is optional: smaller pictures, and SRT. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const answerWithinMs = 10_000;

export function hasFfmpeg(path = process.env.PATH ?? ''): boolean {
  return path.split(delimiter).some((folder) => existsSync(join(folder, 'ffmpeg')));
}

/** Whether it was built with libsrt. */
export async function hasFfmpegWithSrt(): Promise<boolean> {
  if (!hasFfmpeg()) return false;
  const listing = promisify(execFile)('ffmpeg', ['-hide_banner', '-protocols'], { timeout: answerWithinMs });
  return listing.then(
    ({ stdout }) => /^\s*srt$/m.test(stdout),
    () => false,
  );
}
