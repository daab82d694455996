/**
 * `pnpm cases [words]`: inputs that stopped a picture somewhere, through ingest or packaging and a real player. Each must
 * end with a moving picture for viewers who watch and for those who join, or with a message that says what was refused.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { runChaos } from './chaos.ts';
import { type FilmCase, filmCases } from './film-cases.ts';
import { inputFile } from './inputs.ts';
import { type LiveCase, liveCases } from './live-cases.ts';
import { publish } from './publisher.ts';
import { Stage, type Stream } from './stage.ts';

/** Within these, a viewer has a moving picture: who watches, and who opens the page now. */
const [longestStillMs, longestJoinMs] = [3_000, 6_000];
const [usualSeconds, spareSeconds] = [20, 30];

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean' },
    chaos: { type: 'boolean' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
  },
});
const inputs = path.join(tmpdir(), 'ringside-cases');
mkdirSync(inputs, { recursive: true });
const isWanted = ({ name, file, isSample = false }: { name: string; file: string; isSample?: boolean }) =>
  values.small
    ? isSample
    : words.length === 0 || words.some((word) => name.includes(word) || file.includes(word));

/** What was measured, and what does not hold. */
interface Result {
  figures: string[];
  faults: string[];
}

async function report(name: string, run: () => Promise<Result>) {
  const { figures, faults } = await run().catch(
    (error): Result => ({ figures: [], faults: [String(error)] }),
  );
  if (faults.length > 0) failed += 1;
  console.log(`${faults.length > 0 ? 'FAILS' : 'holds'}  ${name}  (${figures.join(', ')})`);
  for (const fault of faults) console.log(`       ${fault}`);
}

async function runLive(one: LiveCase): Promise<Result> {
  const result: Result = { figures: [], faults: [] };
  const stream = await stage.newStream();
  const seconds = one.seconds ?? usualSeconds;
  const watcher = await stage.watch(stream, 0);
  const file = inputFile(inputs, one.file);
  // It goes on while it is looked at.
  const feed = await publish({ ...stream, file, seconds: seconds + spareSeconds, ...one.feed });
  const stops = [feed];
  const desk = new Desk(stream);
  try {
    if (feed.refused) result.faults.push(`The encoder was refused: ${feed.refused}`);
    const first = await watcher.firstPicture(one.isRefused ? 8_000 : 15_000);
    if (first === undefined && !one.isRefused) result.faults.push(`No picture came: ${await watcher.says()}`);
    if (first !== undefined) {
      result.figures.push(`first picture ${Math.round(first)} ms`);
      await watcher.still();
    }
    const { next } = one;
    if (next) {
      const file = inputFile(inputs, next.file);
      await wait(next.at * 1_000);
      const second = await publish({ ...stream, file, seconds: seconds + spareSeconds, ...next.feed });
      stops.push(second);
      await wait((seconds - next.at) * 700);
    } else await wait(seconds * 700);
    if (first !== undefined) {
      const joiner = await stage.watch(stream, 1);
      const joined = await joiner.firstPicture(15_000);
      result.figures.push(`joins in ${Math.round(joined ?? -1)} ms`);
      if (joined === undefined || joined > longestJoinMs)
        result.faults.push(`Who joins sees nothing: ${await joiner.says()}`);
      await wait(3_000);
      const { longestMs, stills } = await watcher.still();
      result.figures.push(`longest still ${Math.round(longestMs)} ms`);
      if (longestMs > (one.longestStillMs ?? longestStillMs))
        result.faults.push(`The picture stood still: ${JSON.stringify(stills)} ${await watcher.says()}`);
      const size = await joiner.size();
      if (one.size && (size.width !== one.size.width || size.height !== one.size.height))
        result.faults.push(`Its size is ${size.width} × ${size.height}`);
      await joiner.close();
    }
    await desk.stop();
    for (const warning of one.says ?? [])
      if (!desk.said.has(warning))
        result.faults.push(`The desk did not say ${warning}, but: ${[...desk.said]}`);
    for (const warning of one.saysNot ?? [])
      if (desk.said.has(warning)) result.faults.push(`The desk said ${warning}`);
    if (one.isRefused && first === undefined && desk.said.size === 0)
      result.faults.push('Nothing was seen, and the desk said nothing');
    await stage.end(stream);
    if (first !== undefined) await checkReplay(stream, one, result);
  } finally {
    for (const one of stops) one.stop();
    await desk.stop();
    await watcher.close();
  }
  return result;
}

/** What the desk says, each half second. */
class Desk {
  readonly said = new Set<string>();
  #isOver = false;
  readonly #asking: Promise<void>;

  constructor(stream: Stream) {
    this.#asking = this.#ask(stream);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
  }

  async #ask(stream: Stream): Promise<void> {
    while (!this.#isOver) {
      // A connection that was kept open may close just now.
      const state = await stage.state(stream).catch(() => undefined);
      for (const warning of state?.warnings ?? []) this.said.add(warning);
      await wait(500);
    }
  }
}

/** The replay plays over each joint, and a decoder reads all of it without a complaint. */
async function checkReplay(
  stream: Pick<Stream, 'page' | 'api'>,
  { mayComplain = false }: Pick<LiveCase, 'mayComplain'>,
  { figures, faults }: Result,
): Promise<void> {
  await wait(1_500);
  const { address, text } = await stage.playlist(stream);
  const { stderr } = await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-i',
    address,
    '-f',
    'null',
    '-',
  ]).catch((error) => ({ stderr: String(error) }));
  // ffmpeg does not expect that the times of the next part of a list are its own.
  const complaints = stderr
    .split('\n')
    .filter((line) => line && !line.includes('non monotonically increasing'));
  if (complaints.length > 0 && !mayComplain) faults.push(`ffmpeg: ${complaints.slice(0, 3).join(' | ')}`);
  const joints: number[] = [];
  let seconds = 0;
  for (const line of text.split('\n')) {
    if (line === '#EXT-X-DISCONTINUITY') joints.push(seconds);
    seconds += Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0);
  }
  figures.push(`replay ${seconds.toFixed(1)} s, ${joints.length} joints`);
  const viewer = await stage.watch(stream, 1);
  if ((await viewer.firstPicture(15_000)) === undefined)
    faults.push(`The replay does not play: ${await viewer.says()}`);
  for (const joint of joints.slice(0, 3)) {
    const to = Math.max(0, joint - 1);
    if ((await viewer.seek(to, 8_000)) === undefined) faults.push(`The replay stands at ${to.toFixed(1)} s`);
    await wait(2_500);
    const { seconds: at } = await viewer.still();
    if (at < joint + 0.3 && joint < seconds - 1)
      faults.push(`The replay ends at its joint of ${joint.toFixed(1)} s`);
  }
  await viewer.close();
}

async function runFilm(one: FilmCase): Promise<Result> {
  const result: Result = { figures: [], faults: [] };
  const film = await stage.film(inputFile(inputs, one.file));
  if (film.state === 'failed') {
    const allowed = one.mustBeRefused ?? one.orRefused ?? [];
    result.figures.push(`refused: ${film.problem}`);
    if (!allowed.includes(film.problem ?? '')) result.faults.push(`It was refused: ${film.problem}`);
    return result;
  }
  result.figures.push(`${film.seconds} s`);
  if (one.mustBeRefused) result.faults.push('It was taken');
  if (one.seconds && Math.abs((film.seconds ?? 0) - one.seconds) > 0.5)
    result.faults.push(`It has ${film.seconds} s`);
  await checkReplay(film, {}, result);
  const viewer = await stage.watch(film, 0);
  await viewer.firstPicture(15_000);
  await wait(3_000);
  const { longestMs } = await viewer.still();
  if (longestMs > longestStillMs) result.faults.push(`It stood still for ${Math.round(longestMs)} ms`);
  if (one.seekTo !== undefined) {
    const at = await viewer.seek(one.seekTo, 8_000);
    result.figures.push(`seek to ${one.seekTo}: ${at?.toFixed(1)}`);
    if (at === undefined || at > one.seekTo + 3)
      result.faults.push(`A seek to ${one.seekTo} s ends at ${at}`);
    await wait(4_000);
    const after = await viewer.still();
    if (after.longestMs > longestStillMs || after.seconds < one.seekTo + 2)
      result.faults.push(`It stands at ${after.seconds} s: ${await viewer.says()}`);
  }
  const size = await viewer.size();
  if (one.size && (size.width !== one.size.width || size.height !== one.size.height))
    result.faults.push(`Its size is ${size.width} × ${size.height}`);
  await viewer.close();
  return result;
}

let failed = 0;
await using stage = await Stage.open();
if (!values.chaos) {
  for (const one of liveCases.filter(isWanted)) await report(`live: ${one.name}`, () => runLive(one));
  for (const one of filmCases.filter(isWanted)) await report(`film: ${one.name}`, () => runFilm(one));
}
if (values.chaos || values.small) {
  const minutes = Number(values.minutes ?? (values.small ? 2 : 30));
  const seed = Number(values.seed ?? Date.now() % 10_000);
  console.log(`chaos of ${minutes} minutes, seed ${seed}`);
  const broken = await runChaos(stage, { minutes, seed, fileOf: (name) => inputFile(inputs, name) });
  for (const fault of broken) console.log(fault);
  failed += broken.length;
}
console.log(failed === 0 ? 'All of it holds.' : `${failed} do not hold.`);
process.exitCode = failed === 0 ? 0 : 1;
