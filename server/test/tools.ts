/**
 * Tools of the system that some tests need: real encoders, players and proxies. The name of such a test ends with
 * `(needs ffmpeg)`. Where the tool is missing the test is skipped, and the last lines of `pnpm test` count those tests.
 */
import { spawnSync } from 'node:child_process';
import { describe, it } from 'vitest';

const answers = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** How each tool is found on the PATH. Only the parts that tests use count: an ffmpeg may have been built without SRT. */
const tools = {
  ffmpeg: () => answers('ffmpeg', '-version') && answers('ffprobe', '-version'),
  'ffmpeg with SRT': () =>
    /^\s*srt$/m.test(String(spawnSync('ffmpeg', ['-hide_banner', '-protocols']).stdout ?? '')),
  GStreamer: () =>
    ['rtmp2sink', 'x264enc', 'avenc_aac'].every((name) => answers('gst-inspect-1.0', '--exists', name)),
  'GStreamer with hlsdemux2': () => answers('gst-inspect-1.0', '--exists', 'hlsdemux2'),
  haproxy: () => answers('haproxy', '-v') && answers('openssl', 'version'),
  mpv: () => answers('mpv', '--version'),
  nginx: () => answers('nginx', '-v') && answers('openssl', 'version'),
  pgbouncer: () => answers('pgbouncer', '--version'),
  openssl: () => answers('openssl', 'version'),
  streamlink: () => answers('streamlink', '--version'),
};

export type Tool = keyof typeof tools;

const found = new Map<Tool, boolean>();

/** Asks the machine once. */
export function hasTool(tool: Tool): boolean {
  const known = found.get(tool) ?? tools[tool]();
  found.set(tool, known);
  return known;
}

/** `describe` for tests that need the tool. */
export function describeWith(tool: Tool, name: string, body: () => void): void {
  describe.skipIf(!hasTool(tool))(`${name} (needs ${tool})`, body);
}

/** `it` for a test that needs the tool. */
export function itWith(tool: Tool, name: string, body: () => Promise<unknown>, timeout?: number): void {
  it.skipIf(!hasTool(tool))(`${name} (needs ${tool})`, body, timeout);
}
