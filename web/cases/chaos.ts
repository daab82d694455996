/**
 * `pnpm cases --chaos [--minutes 30] [--seed 1]`: an evening on which each 20 seconds something else goes wrong. Two viewers
 * watch, and at the end the replay is played.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { damage, jump, noise, noKeys, pictureStops, rate, soundOffset, soundStops } from './changes.ts';
import { type Change, type Feed, publish } from './publisher.ts';
import { isPicture, isSound } from './rtmp.ts';
import type { Stage } from './stage.ts';

const stepSeconds = 20;
const longestStillMs = 5_000;

/** From the second at which it begins. */
const faults: Record<string, (from: number) => Change> = {
  'the sound stops for 12 s': (from) => soundStops(from, from + 12),
  'the picture stops for 2 s': (from) => pictureStops(from, from + 2),
  'a damaged picture': (from) => damage(from),
  'a damaged key picture': (from) => damage(from, { isKey: true }),
  'damage inside a slice': (from) => damage(from, { from: 60 }),
  'noise in place of sound': (from) => noise(from, from + 1),
  'all times jump ahead': (from) => jump(from, 9_000),
  'all times jump back': (from) => jump(from, -2_500),
  'the sound jumps': (from) => jump(from, 5_000, isSound),
  'the picture jumps': (from) => jump(from, 5_000, isPicture),
  'no key frames for 5 s': (from) => noKeys(from, from + 5),
};
/** From its start. */
const encoders: Record<string, { file: string; change?: Change[] }> = {
  'another encoder without sound': { file: 'no-sound.flv' },
  'another encoder with another size and sound': { file: 'other-size.flv' },
  'another encoder with 5.1': { file: 'surround.flv' },
  'another encoder with B-frames': { file: 'b-frames.flv' },
  'another encoder whose clock is slow': { file: 'base.flv', change: [rate(0.9)] },
  'another encoder whose sound is of another clock': { file: 'base.flv', change: [soundOffset(50_000)] },
  'the same encoder again': { file: 'base.flv' },
};

interface Options {
  minutes: number;
  seed: number;
  fileOf: (name: string) => string;
}

/** @returns what does not hold. */
export async function runChaos(stage: Stage, { minutes, seed, fileOf }: Options): Promise<string[]> {
  const random = randomOf(seed);
  const stream = await stage.newStream();
  const viewers = [await stage.watch(stream, 0), await stage.watch(stream, 1)];
  const broken: string[] = [];
  let feed: Feed | undefined;
  let active: Change[] = [];
  let [startedAt, file, own] = [0, 'base.flv', [] as Change[]];
  const begin = async () => {
    const before = feed;
    startedAt = performance.now();
    active = [...own];
    const change: Change = (message) => {
      let list = [message];
      for (const one of active)
        list = list.flatMap((each) => one(each)).map((each) => ({ ...each, seconds: message.seconds }));
      return list;
    };
    before?.stop();
    feed = await publish({ ...stream, file: fileOf(file), seconds: minutes * 60 + 60, change: [change] });
    if (feed.refused) broken.push(`The encoder was refused: ${feed.refused}`);
  };
  await begin();
  for (const viewer of viewers)
    if ((await viewer.firstPicture(30_000)) === undefined) broken.push('No picture came');
  for (const viewer of viewers) await viewer.still();
  for (let step = 0; step < (minutes * 60) / stepSeconds; step += 1) {
    const names = [...Object.keys(faults), ...Object.keys(encoders)];
    const name = names[Math.floor(random() * names.length)] as string;
    const fault = faults[name];
    if (fault) active.push(fault((performance.now() - startedAt) / 1_000 + 1));
    else {
      const encoder = encoders[name];
      [file, own] = [encoder?.file ?? 'base.flv', encoder?.change ?? []];
      await begin();
    }
    await wait(stepSeconds * 1_000);
    const seen = await Promise.all(viewers.map((viewer) => viewer.still()));
    const longestMs = Math.max(...seen.map((one) => one.longestMs));
    console.log(
      `${longestMs > longestStillMs ? 'FAILS' : 'holds'}  ${name}  (longest still ${Math.round(longestMs)} ms)`,
    );
    if (longestMs > longestStillMs)
      broken.push(`${name}: the picture stood still for ${Math.round(longestMs)} ms`);
    if (feed?.isClosed()) {
      broken.push(`${name}: the encoder was cut off`);
      await begin();
    }
  }
  feed?.stop();
  await stage.end(stream);
  for (const viewer of viewers) await viewer.close();
  return [...broken, ...(await playReplay(stage, stream))];
}

/** From its start to its end, four times as fast. */
async function playReplay(stage: Stage, stream: { page: string; api: string }): Promise<string[]> {
  await wait(2_000);
  const { text } = await stage.playlist(stream);
  const seconds = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, one]) => sum + Number(one), 0);
  const viewer = await stage.watch(stream, 0);
  if ((await viewer.firstPicture(20_000)) === undefined)
    return [`The replay does not play: ${await viewer.says()}`];
  await viewer.setRate(4);
  const broken: string[] = [];
  for (let last = -1; ; ) {
    await wait(6_000);
    const { seconds: at } = await viewer.still();
    if (at > seconds - 3) return broken;
    if (at <= last)
      return [...broken, `The replay of ${Math.round(seconds)} s stands at ${at} s: ${await viewer.says()}`];
    last = at;
  }
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
