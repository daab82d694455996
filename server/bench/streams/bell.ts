/**
 * Measures the time from the tap of a timekeeper, who rings at one of two servers, to the message at each of 1,000 viewers who
 * follow the event, half of them at the other server.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../src/db/database.ts';
import { createKeyring } from '../../src/identity/sessions/keyring.ts';
import { loadSigningKeys } from '../../src/identity/sessions/signing-keys.ts';
import { createTokens } from '../../src/identity/sessions/tokens.ts';
import { insertBout, insertFighter, insertWatchable } from '../../test/factories.ts';
import { signIn } from '../api/bench-requests.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { startServer } from '../server-process.ts';
import { missed, sized } from '../size.ts';

const streamsPerServer = sized(500, 50);
const taps = sized(60, 4);
const everyMs = 1_000;
const goalMs = 2_000;

interface BellResult {
  /** From the tap to each viewer. */
  heardMs: number[];
  load: number;
}

export async function measureBell(databaseUrl: string): Promise<BellResult> {
  await using life = new AsyncDisposableStack();
  const database = await openBenchDatabase(databaseUrl, 'bell');
  life.defer(database.close);
  const [one, other] = [await start(database.url, life), await start(database.url, life)];
  const { eventId, boutIds, headers } = await insertNight(database.db);
  const followers: ChildProcess[] = [];
  for (const url of [one, other]) {
    const script = fileURLToPath(new URL('./bell-clients.ts', import.meta.url));
    const events = `${url}/api/v1/kickboxing/competitions/${eventId}/events`;
    const clients = fork(script, [events, String(streamsPerServer)]);
    life.defer(() => void clients.disconnect());
    await once(clients, 'message');
    followers.push(clients);
  }
  const heardMs: number[] = [];
  for (let tap = 0; tap < taps; tap += 1) {
    const begunAt = Date.now();
    // Behind the clock of the server, so that it is believed.
    const at = new Date(begunAt - 500);
    await Promise.all(followers.map((clients) => ask(clients, `"at":"${at.toISOString()}"`)));
    const heard = followers.map((clients) => once(clients, 'message'));
    const tappedAt = performance.timeOrigin + performance.now();
    const answer = await fetch(`${one}/api/v1/events/${eventId}/bouts/${boutIds[tap]}/bells`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUID(), kind: 'walkout', round: null, at }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    for (const [times] of (await Promise.all(heard)) as [number[]][])
      heardMs.push(...times.map((time) => time - tappedAt));
    await wait(Math.max(0, everyMs - (Date.now() - begunAt)));
  }
  return { heardMs, load: loadavg()[0] ?? 0 };
}

async function start(databaseUrl: string, life: AsyncDisposableStack): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ringside-bench-'));
  const server = await startServer(databaseUrl, dataDir, { CONNECTIONS_PER_ADDRESS_MAX: '5000' });
  life.defer(async () => {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  });
  return server.url;
}

async function insertNight(db: Db) {
  const { eventId, blockId } = await insertWatchable(db);
  const redFighterId = await insertFighter(db);
  const boutIds: string[] = [];
  // One for each tap: the same tap again within seconds is one bell.
  while (boutIds.length < taps) boutIds.push(await insertBout(db, { blockId, redFighterId }));
  const now = () => new Date();
  const onError = (error: unknown) => {
    throw error;
  };
  const keys = { ...(await loadSigningKeys(db, now())), now, onError };
  const { headers } = await signIn(db, createTokens(createKeyring(db, keys)), ['event:bell'], now());
  return { eventId, boutIds, headers };
}

async function ask(child: ChildProcess, word: string): Promise<void> {
  const answer = once(child, 'message');
  child.send(word);
  await answer;
}

export function printBell({ heardMs, load }: BellResult): void {
  const sorted = heardMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  const [p50, p95, most] = [at(0.5), at(0.95), at(1)].map((time) => `${time.toFixed(0)} ms`);
  console.log(
    `${taps} taps to ${2 * streamsPerServer} viewers on two servers (load of the machine ${load.toFixed(1)}):`,
  );
  console.log(
    `    heard after ${p50}, p95 ${p95} (goal <= ${goalMs} ms), at most ${most}${missed(at(0.95) > goalMs)}`,
  );
}

if (import.meta.main) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  printBell(await measureBell(databaseUrl));
}
