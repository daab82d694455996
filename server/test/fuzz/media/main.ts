/**
 * Changed recordings of real sessions, in one process that must survive all of them:
 *
 *     node --expose-gc main.ts [--inputs 10000] [--seed N] [--only INDEX]
 *
 * Each fault is printed with what repeats it. The process ends with 1 when there was one, when something is still open at the end,
 * or when the memory grew.
 */
import { parseArgs } from 'node:util';
import { Random } from '../random.ts';
import { mp4 } from './film-inputs.ts';
import { flv, messages, openListener, rtmp } from './live-inputs.ts';
import { openSrtListener } from './srt-inputs.ts';

const { values } = parseArgs({
  options: { inputs: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const only = values.only === undefined ? undefined : Number(values.only);
const inputs = Number(values.inputs ?? 10_000);
const slowMs = 5_000;
/** What the heap may grow by between the first quarter and the end: nothing of an input stays. */
const mostGrowthBytes = 24 * 1024 * 1024;
const print = (line: string) => process.stdout.write(`${line}\n`);

let current = 'the start';
let faults = 0;
const fault = (error: unknown) => {
  faults += 1;
  print(`FAULT ${current}\n${error instanceof Error ? error.stack : error}`);
};
process.on('uncaughtException', (error) => {
  print('The process would have ended:');
  fault(error);
});

const before = process.getActiveResourcesInfo().toSorted();
const outcomes = new Map<string, number>();
const heaps: number[] = [];
const began = performance.now();
await runAll();
await settle();
report();

async function runAll(): Promise<void> {
  await using listener = await openListener();
  await using srt = await openSrtListener();
  const kinds: Record<string, (random: Random) => string | Promise<string>> = {
    rtmp,
    flv,
    messages,
    mp4,
    'rtmp over a socket': listener.connect,
    'srt packet': srt.send,
  };
  const names = [
    'rtmp',
    'rtmp',
    'flv',
    'messages',
    'messages',
    'mp4',
    'mp4',
    'mp4',
    'rtmp over a socket',
    'srt packet',
  ];
  for (let index = only ?? 0; index < (only === undefined ? inputs : only + 1); index += 1) {
    const kind = names[index % names.length] ?? 'rtmp';
    current = `${kind}: --seed ${seed} --only ${index}`;
    const startedAt = performance.now();
    try {
      const outcome = await kinds[kind]?.(new Random(seed, index));
      outcomes.set(`${kind}: ${outcome}`, (outcomes.get(`${kind}: ${outcome}`) ?? 0) + 1);
    } catch (error) {
      fault(error);
    }
    const tookMs = performance.now() - startedAt;
    if (tookMs > slowMs) fault(`It took ${Math.round(tookMs)} ms`);
    if (index % Math.max(1, Math.floor(inputs / 40)) === 0) heaps.push(heapBytes());
  }
}

function heapBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Timers of a connection that was refused still run for a moment. */
async function settle(): Promise<void> {
  for (let tries = 0; tries < 50 && openNow().length > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

/** What is open now and was not at the start. */
function openNow(): string[] {
  const left = [...before];
  return process.getActiveResourcesInfo().filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function report(): void {
  const open = openNow();
  const quarter = heaps.slice(Math.floor(heaps.length / 4));
  const growth = only === undefined ? (quarter.at(-1) ?? 0) - (quarter[0] ?? 0) : 0;
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  for (const [outcome, count] of [...outcomes].toSorted()) print(`${outcome} ${count}`);
  print(
    `seed ${seed}: ${only === undefined ? inputs : 1} inputs in ${((performance.now() - began) / 1000).toFixed(1)} s, ` +
      `${faults} faults, ${open.length} handles left${open.length > 0 ? ` (${open})` : ''}, ` +
      `heap ${megabytes(quarter[0] ?? 0)} -> ${megabytes(quarter.at(-1) ?? 0)} MB, ` +
      `at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB resident`,
  );
  process.exitCode = faults > 0 || open.length > 0 || growth > mostGrowthBytes ? 1 : 0;
}
