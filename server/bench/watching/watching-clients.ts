/**
 * The process of the scripted viewers (`watching.ts`). It gets their scripts as its first message, reports when all
 * watch, and after the message `end` what happened since the message `begin`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Viewer, type ViewerScript } from './watching-viewer.ts';

export interface WatchingReport {
  pings: number;
  playlists: number;
  /** How often each status was answered that is no success; 0: no answer. */
  failures: Array<[status: number, count: number]>;
  /** Milliseconds from when the request was due. */
  pingMs: { p50: number; p99: number };
  playlistMs: { p50: number; p99: number };
}

const startWithinMs = 20_000;
const times: Record<'ping' | 'playlist' | 'other', number[]> = { ping: [], playlist: [], other: [] };
const failures = new Map<number, number>();

function forget(): void {
  failures.clear();
  for (const kind of Object.values(times)) kind.length = 0;
}

function report(): WatchingReport {
  return {
    pings: times.ping.length,
    playlists: times.playlist.length,
    failures: [...failures],
    pingMs: sharesOf(times.ping),
    playlistMs: sharesOf(times.playlist),
  };
}

function sharesOf(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

async function startAll(scripts: ViewerScript[]): Promise<void> {
  const started = scripts.map(async (script, index) => {
    await wait((startWithinMs * index) / scripts.length);
    await new Viewer(script, (kind, status, ms) => {
      times[kind].push(ms);
      if (status < 200 || status > 299) failures.set(status, (failures.get(status) ?? 0) + 1);
    }).start();
  });
  await Promise.all(started);
  process.send?.('watching');
}

process.on('message', (message: 'begin' | 'end' | ViewerScript[]) => {
  if (message === 'begin') forget();
  else if (message === 'end') process.send?.(report());
  else void startAll(message);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
