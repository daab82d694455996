/**
 * Compares the origin with a bare node:http server that sends the same buffers and headers, in segments per
 * second. Both run in one separate process, in short alternating rounds, so that other work of the machine
 * affects both equally.
 * To run only this one: `node bench/segments/segments.ts [folder of a video]`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sized } from '../size.ts';
import { loadSegments } from './segment-load.ts';
import type { SegmentServers } from './segment-servers.ts';

export interface SegmentBenchmark {
  /** Segments per second, origin / bare: the median of the pairs of rounds. */
  ratio: number;
  /** The same by the CPU time of the server per segment; steadier while the machine is busy. */
  cpuRatio: number;
  originPerSecond: number;
  barePerSecond: number;
}

interface Round {
  perSecond: number;
  /** Microseconds. */
  cpuPerSegment: number;
}

const demoVideo = fileURLToPath(new URL('../../assets/demo/video', import.meta.url));
const rounds = sized(12, 2);
const roundSeconds = sized(1, 0.3);
const goal = 0.8;

export async function measureSegments(folder = demoVideo): Promise<SegmentBenchmark> {
  const servers = fork(fileURLToPath(new URL('./segment-servers.ts', import.meta.url)), [folder]);
  try {
    const { originPort, barePort, paths } = await nextMessage<SegmentServers>(servers);
    const measure = (port: number) => measureRound(servers, port, paths);
    const pairs: { origin: Round; bare: Round }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      pairs.push(
        round % 2 === 0
          ? { origin: await measure(originPort), bare: await measure(barePort) }
          : { bare: await measure(barePort), origin: await measure(originPort) },
      );
    }
    pairs.shift(); // the first pair warms both up
    return {
      ratio: median(pairs.map(({ origin, bare }) => origin.perSecond / bare.perSecond)),
      cpuRatio: median(pairs.map(({ origin, bare }) => bare.cpuPerSegment / origin.cpuPerSegment)),
      originPerSecond: median(pairs.map(({ origin }) => origin.perSecond)),
      barePerSecond: median(pairs.map(({ bare }) => bare.perSecond)),
    };
  } finally {
    servers.kill();
  }
}

async function measureRound(servers: ChildProcess, port: number, paths: string[]): Promise<Round> {
  const before = await cpuTimeOf(servers);
  const { requests, seconds } = await loadSegments(port, paths, roundSeconds);
  const cpuTime = (await cpuTimeOf(servers)) - before;
  return { perSecond: requests / seconds, cpuPerSegment: cpuTime / requests };
}

async function cpuTimeOf(servers: ChildProcess): Promise<number> {
  servers.send('cpu');
  const { user, system } = await nextMessage<NodeJS.CpuUsage>(servers);
  return user + system;
}

function nextMessage<Message>(servers: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`The measured servers ended with code ${code}`));
    servers.once('exit', failed);
    servers.once('message', (message) => {
      servers.off('exit', failed);
      resolve(message as Message);
    });
  });
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function printSegments({ ratio, cpuRatio, originPerSecond, barePerSecond }: SegmentBenchmark): void {
  const words = `goal >= ${goal}; by CPU time ${cpuRatio.toFixed(2)}`;
  console.log(`segments against bare node:http from memory: ${ratio.toFixed(2)} (${words})`);
  console.log(`    ${originPerSecond.toFixed(0)} and ${barePerSecond.toFixed(0)} segments a second`);
}

if (import.meta.main) printSegments(await measureSegments(process.argv[2]));
