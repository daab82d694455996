/**
 * Measures what watching viewers cost one server and its PostgreSQL: playlists, pings, new addresses and new tokens at
 * the cadence of the web client. Segments are not among it: `segments.ts` measures those, and a cache can serve them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../src/db/database.ts';
import { hashSecret, newSecret } from '../../src/identity/one-time-secret.ts';
import { createKeyring } from '../../src/identity/sessions/keyring.ts';
import { insertRefreshToken, insertSession } from '../../src/identity/sessions/session.repository.ts';
import { loadSigningKeys } from '../../src/identity/sessions/signing-keys.ts';
import { createTokens } from '../../src/identity/sessions/tokens.ts';
import { insertAccess, insertUser, insertWatchable } from '../../test/factories.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { readCounters } from '../database-counters.ts';
import { startServer } from '../server-process.ts';
import { missed, sized } from '../size.ts';
import type { WatchingReport } from './watching-clients.ts';
import type { ViewerScript } from './watching-viewer.ts';

const measuredMs = sized(60_000, 4_000);
const settleMs = sized(5_000, 500);
const goal = 5;
/** Segments of two seconds, and low-latency parts. */
const cadences = [
  { viewers: 2_000, playlistEveryMs: 2_000 },
  { viewers: 500, playlistEveryMs: 333 },
];
const small = [{ viewers: 40, playlistEveryMs: 333 }];

interface WatchingResult extends WatchingReport {
  viewers: number;
  playlistEveryMs: number;
  statementsPerMinute: number;
  countedBy: string;
  /** Cores in use: by the server, and by PostgreSQL. */
  serverCores: number;
  databaseCores: number;
  load: number;
}

export async function measureWatching(
  databaseUrl: string,
  of = sized(cadences, small),
): Promise<WatchingResult[]> {
  const results: WatchingResult[] = [];
  for (const cadence of of) results.push(await measureCadence(databaseUrl, cadence));
  return results;
}

async function measureCadence(
  databaseUrl: string,
  { viewers, playlistEveryMs }: (typeof cadences)[number],
): Promise<WatchingResult> {
  const database = await openBenchDatabase(databaseUrl, 'watching');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ringside-bench-'));
  await using life = new AsyncDisposableStack();
  life.defer(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const server = await startServer(database.url, dataDir, { CONNECTIONS_PER_ADDRESS_MAX: '5000' });
  life.defer(async () => {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });
  const scripts = await writeScripts(database.db, viewers, { url: server.url, playlistEveryMs });
  const clients = fork(fileURLToPath(new URL('./watching-clients.ts', import.meta.url)));
  life.defer(() => {
    if (clients.connected) clients.disconnect();
  });
  const nextMessage = () =>
    Promise.race([
      once(clients, 'message').then(([message]) => message),
      once(clients, 'exit').then(([code]) =>
        Promise.reject(new Error(`The viewers ended with code ${code}`)),
      ),
    ]);
  await nextMessage();
  clients.send(scripts);
  await nextMessage();
  await wait(settleMs);

  const read = async () => ({ database: await readCounters(database.db), server: await server.cpuSeconds() });
  const before = await read();
  clients.send('begin');
  await wait(measuredMs);
  clients.send('end');
  const report = (await nextMessage()) as WatchingReport;
  const after = await read();
  const seconds = measuredMs / 1_000;
  return {
    ...report,
    viewers,
    playlistEveryMs,
    load: loadavg()[0] ?? 0,
    statementsPerMinute: (after.database.statements - before.database.statements) / viewers / (seconds / 60),
    countedBy: after.database.countedBy,
    serverCores: (after.server - before.server) / seconds,
    databaseCores: (after.database.cpuSeconds - before.database.cpuSeconds) / seconds,
  };
}

/** Each viewer has an access to the same paid block. Their tokens end one after the other, as in the middle of an event. */
async function writeScripts(
  db: Db,
  viewers: number,
  { url, playlistEveryMs }: { url: string; playlistEveryMs: number },
): Promise<ViewerScript[]> {
  const tokenLifeMs = 600_000;
  const { hostname: host, port } = new URL(url);
  const { eventId, signedUrlPath } = await insertWatchable(db, { block: { paymentRequired: true } });
  const now = () => new Date();
  const onError = (error: unknown) => {
    throw error;
  };
  const tokens = createTokens(createKeyring(db, { ...(await loadSigningKeys(db, now())), now, onError }));
  const write = async (_: unknown, index: number): Promise<ViewerScript> => {
    const userId = await insertUser(db);
    await insertAccess(db, { eventId, userId });
    const [createdAt, endsAt] = [now(), new Date(Date.now() + 86_400_000)].map((date) => date.toISOString());
    const dates = {
      createdAt: String(createdAt),
      authenticatedAt: String(createdAt),
      endsAt: String(endsAt),
    };
    const session = { ...dates, userId, remember: true, userAgent: null, revokedAt: null };
    const sessionId = await insertSession(db, session);
    const refreshToken = newSecret();
    await insertRefreshToken(db, {
      tokenHash: hashSecret(refreshToken),
      sessionId,
      usedAt: null,
      createdAt: dates.createdAt,
      expiresAt: dates.endsAt,
    });
    const tokenEnds = Date.now() + 30_000 + (tokenLifeMs * (index + 0.5)) / viewers;
    const accessToken = await tokens.signAccessToken({ userId, sessionId }, now(), new Date(tokenEnds));
    return {
      host,
      port: Number(port),
      signedUrlPath,
      accessToken,
      refreshToken,
      tokenEnds,
      playlistEveryMs,
    };
  };
  return Promise.all(Array.from({ length: viewers }, write));
}

export function printWatching(results: WatchingResult[]): void {
  for (const result of results) {
    const { viewers, playlistEveryMs, statementsPerMinute, countedBy, load, pingMs, playlistMs } = result;
    console.log(
      `${viewers} viewers, a playlist every ${playlistEveryMs} ms (load of the machine ${load.toFixed(1)}):`,
    );
    const remark = missed(statementsPerMinute > goal);
    console.log(
      `    ${statementsPerMinute.toFixed(2)} statements a minute and viewer, by ${countedBy} (goal <= ${goal})${remark}`,
    );
    const [server, database] = [result.serverCores, result.databaseCores].map((cores) =>
      ((cores / viewers) * 1_000).toFixed(3),
    );
    console.log(`    cores for 1,000 viewers: server ${server}, PostgreSQL ${database}`);
    console.log(`    pings: p50 ${ms(pingMs.p50)}, p99 ${ms(pingMs.p99)}; ${result.pings} of them`);
    const failed = result.failures.map(([status, count]) => `${count} times ${status}`).join(', ') || 'none';
    console.log(
      `    playlists: p50 ${ms(playlistMs.p50)}, p99 ${ms(playlistMs.p99)}; ${result.playlists} of them; ${failed} failed`,
    );
  }
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

if (import.meta.main) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  printWatching(await measureWatching(databaseUrl));
}
