/** The process of the scripted viewers. It gets their scripts first, and reports what happened from `begin` to `end`. */
import { setTimeout as wait } from 'node:timers/promises';
import { type LiveScript, LiveViewer } from './live-viewer.ts';

export interface CrowdReport {
  playlists: number;
  parts: number;
  bytes: number;
  /** How often each status was answered that is no success; 0: no answer. */
  failures: Array<[status: number, count: number]>;
}

const startEveryMs = 40;
const failures = new Map<number, number>();
let [playlists, parts, bytes] = [0, 0, 0];

function count(kind: 'playlist' | 'part' | 'other', status: number, length: number) {
  if (kind === 'playlist') playlists += 1;
  if (kind === 'part') parts += 1;
  bytes += length;
  if (status < 200 || status > 299) failures.set(status, (failures.get(status) ?? 0) + 1);
}

process.on('message', async (message: 'begin' | 'end' | LiveScript[]) => {
  if (message === 'begin') {
    [playlists, parts, bytes] = [0, 0, 0];
    failures.clear();
  } else if (message === 'end') {
    process.send?.({ playlists, parts, bytes, failures: [...failures] } satisfies CrowdReport);
  } else {
    const started = message.map(async (script, index) => {
      await wait(startEveryMs * index);
      await new LiveViewer(script, count).start();
    });
    await Promise.all(started);
    process.send?.('watching');
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
