/** Other players than ours read the live stream: each of their errors counts. */
import { spawn } from 'node:child_process';
import * as HLS from 'hls-parser';
import { sized } from '../size.ts';
import { hasProgram } from './clock-feed.ts';

interface Reader {
  name: string;
  version: string;
  args: (url: string) => string[];
}

const seconds = sized(12, 3);
const readers: Reader[] = [
  {
    name: 'ffmpeg',
    version: '-version',
    args: (url) => ['-v', 'error', '-xerror', '-i', url, '-t', String(seconds), '-f', 'null', '-'],
  },
  {
    name: 'mpv',
    version: '--version',
    args: (url) => [
      '--no-config',
      '--vo=null',
      '--ao=null',
      `--length=${seconds}`,
      '--msg-level=all=error',
      url,
    ],
  },
  {
    name: 'streamlink',
    version: '--version',
    args: (url) => [
      '--loglevel',
      'error',
      '--hls-duration',
      String(seconds),
      '-f',
      '-o',
      '/dev/null',
      `hls://${url}`,
      'best',
    ],
  },
];

/** @returns the number of errors by reader; a reader that is not installed is not in it. */
export async function readWithOthers(masterUrl: string): Promise<Record<string, number>> {
  const errors: Record<string, number> = { 'hls-parser': await parse(masterUrl) };
  for (const { name, version, args } of readers)
    if (hasProgram(name, version)) errors[name] = await run(name, args(masterUrl));
  return errors;
}

async function run(name: string, args: string[]): Promise<number> {
  const child = spawn(name, args, { timeout: 60_000 });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) console.log(`    ${name}: ${line}`);
  return lines.length + (code === 0 ? 0 : 1);
}

async function parse(masterUrl: string): Promise<number> {
  HLS.setOptions({ strictMode: true });
  try {
    const master = HLS.parse(await text(masterUrl)) as HLS.types.MasterPlaylist;
    for (let time = 0; time < seconds; time += 1) {
      for (const { uri } of master.variants) HLS.parse(await text(new URL(uri, masterUrl).href));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return 0;
  } catch (error) {
    console.log(`    hls-parser: ${error}`);
    return 1;
  }
}

const text = async (url: string) => (await fetch(url)).text();
