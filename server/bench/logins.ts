/**
 * Measures how a hundred sign-ins at once slow down other requests: meanwhile another process requests the list of
 * competitions at a steady rate. The time of an answer counts from the moment when its request was due.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { hashPassword } from '../src/identity/accounts/passwords.ts';
import { insertEvent, insertUser } from '../test/factories.ts';
import { openBenchDatabase } from './bench-database.ts';
import { median } from './compare.ts';
import { type LoadProcess, type Phase, startLoad } from './load-process.ts';
import { type BenchServer, startServer } from './server-process.ts';
import { missed, sized } from './size.ts';

const logins = sized(100, 10);
const rounds = sized(5, 1);
const warmUpMs = sized(2_000, 200);
const quietMs = sized(4_000, 500);
const goalMs = 250;
const password = 'Round-seven-7!';
const list = '/api/v1/kickboxing/competitions';

export interface LoginsResult {
  rounds: Array<{
    before: Phase;
    during: Phase;
    /** Until the last sign-in was answered. */
    loginsMs: number;
    signedIn: number;
    /** Sign-ins that were answered with 503 and Retry-After. */
    deferred: number;
    /** CPU seconds of the server during the sign-ins. */
    cpuSeconds: number;
  }>;
}

export async function measureLogins(databaseUrl: string): Promise<LoginsResult> {
  const database = await openBenchDatabase(databaseUrl, 'logins');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ringside-bench-'));
  let server: BenchServer | undefined;
  const results: LoginsResult['rounds'] = [];
  try {
    for (let number = 0; number < 30; number += 1) await insertEvent(database.db);
    const passwordHash = await hashPassword(password);
    const emails = Array.from({ length: logins }, (_, index) => `viewer-${index}@example.test`);
    for (const email of emails) await insertUser(database.db, { email, passwordHash });
    server = await startServer(database.url, dataDir);
    const load = await startLoad(`${server.url}${list}`);
    try {
      await load.measure(() => wait(warmUpMs));
      for (let round = 0; round < rounds; round += 1) {
        const before = await load.measure(() => wait(quietMs));
        results.push({ before, ...(await measureRound(server, load, emails)) });
      }
    } finally {
      load.child.disconnect();
      await once(load.child, 'exit');
    }
  } finally {
    if (server) {
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
    }
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { rounds: results };
}

async function measureRound(server: BenchServer, load: LoadProcess, emails: string[]) {
  let loginsMs = 0;
  let answers: Array<{ status: number; retryAfter: string | null }> = [];
  const cpuBefore = await server.cpuSeconds();
  const during = await load.measure(async () => {
    const startedAt = performance.now();
    answers = await Promise.all(emails.map((email) => login(server.url, email)));
    loginsMs = performance.now() - startedAt;
  });
  const cpuSeconds = (await server.cpuSeconds()) - cpuBefore;
  const signedIn = answers.filter(({ status }) => status === 200).length;
  const deferred = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null).length;
  if (signedIn + deferred !== logins) {
    throw new Error(`Sign-ins were answered with ${answers.map(({ status }) => status).join(' ')}`);
  }
  return { during, loginsMs, signedIn, deferred, cpuSeconds };
}

async function login(url: string, email: string) {
  const answer = await fetch(`${url}/api/v1/identity/auth/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

export function printLogins({ rounds: all }: LoginsResult): void {
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `the list of competitions while ${logins} people sign in at once (load of the machine ${load}):`,
  );
  for (const { before, during, loginsMs, signedIn, deferred, cpuSeconds } of all) {
    console.log(
      `    p50 ${ms(before.p50)} and p99 ${ms(before.p99)} before, p50 ${ms(during.p50)} and p99 ${ms(during.p99)} during; ` +
        `${signedIn} signed in, ${deferred} told to retry later, all within ${ms(loginsMs)} (${cpuSeconds.toFixed(1)} s of CPU); ` +
        `${before.failed + during.failed} refused`,
    );
  }
  const p99 = median(all.map(({ during }) => during.p99));
  const ratio = median(all.map(({ before, during }) => during.p99 / before.p99));
  const remark = missed(p99 > goalMs);
  console.log(
    `  p99 ${ms(p99)} (goal < ${goalMs} ms), ${ratio.toFixed(1)} times what it was before${remark}`,
  );
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

function wait(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration));
}

if (import.meta.main) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  printLogins(await measureLogins(databaseUrl));
}
