/**
 * Measures how seven people of a network sign in while six loops from the same network try wrong passwords for invented
 * addresses. The people do the work that the server asks for, as their browsers would.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '../src/identity/accounts/passwords.ts';
import { insertUser } from '../test/factories.ts';
import { prove } from '../test/identity/limits/prove.ts';
import { openBenchDatabase } from './bench-database.ts';
import { startServer } from './server-process.ts';
import { missed, sized } from './size.ts';

const people = sized(7, 2);
const loops = 6;
/** Between two calls of one loop: about 40 calls/s in all. */
const pauseMs = 115;
const warmUpMs = sized(6_000, 1_000);
const betweenPeopleMs = sized(1_500, 100);
const goalMs = 5_000;
const password = 'Round-seven-7!';

export interface VenueResult {
  attackers: Record<string, number>;
  callsPerSecond: number;
  people: Array<{ status: number; ms: number; asked: boolean }>;
}

export async function measureVenue(databaseUrl: string): Promise<VenueResult> {
  const database = await openBenchDatabase(databaseUrl, 'venue');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ringside-bench-'));
  const attackers: Record<string, number> = {};
  const stop = new AbortController();
  try {
    const passwordHash = await hashPassword(password);
    const emails = Array.from({ length: people }, (_, index) => `viewer-${index}@example.test`);
    for (const email of emails) await insertUser(database.db, { email, passwordHash });
    const server = await startServer(database.url, dataDir);
    try {
      const startedAt = performance.now();
      const running = Array.from({ length: loops }, async () => {
        while (!stop.signal.aborted) {
          const { status } = await login(server.url, `${randomUUID()}@example.test`, 'Wrong-password-1!');
          attackers[status] = (attackers[status] ?? 0) + 1;
          await wait(pauseMs);
        }
      });
      await wait(warmUpMs);
      const signedIn: VenueResult['people'] = [];
      for (const email of emails) {
        signedIn.push(await signIn(server.url, email));
        await wait(betweenPeopleMs);
      }
      stop.abort();
      await Promise.all(running);
      const calls = Object.values(attackers).reduce((sum, count) => sum + count, 0);
      const callsPerSecond = calls / ((performance.now() - startedAt) / 1_000);
      return { attackers, callsPerSecond, people: signedIn };
    } finally {
      stop.abort();
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
    }
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** With the work that is asked for, until the person is in or has waited too long. */
async function signIn(url: string, email: string) {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  let answer = await login(url, email, password);
  let asked = false;
  while (answer.status !== 200 && elapsed() < 2 * goalMs) {
    asked ||= answer.work !== undefined;
    if (answer.work === undefined) await wait(1_000);
    answer = await login(url, email, password, answer.work && prove(answer.work));
  }
  return { status: answer.status, ms: elapsed(), asked };
}

async function login(url: string, email: string, password: string, proof?: string) {
  const answer = await fetch(`${url}/api/v1/identity/auth/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, proof }),
  });
  const { work } = (await answer.json()) as { work?: { challenge: string; bits: number } };
  return { status: answer.status, work };
}

function printVenue({ attackers, callsPerSecond, people: all }: VenueResult): void {
  const counts = Object.entries(attackers).map(([status, count]) => `${count} of status ${status}`);
  console.log(
    `${loops} loops of wrong passwords for invented addresses, ${callsPerSecond.toFixed(0)} calls/s: ${counts.join(', ')}`,
  );
  for (const { status, ms, asked } of all)
    console.log(`    ${status} after ${ms.toFixed(0)} ms${asked ? ', with a proof of work' : ''}`);
  const inTime = all.filter(({ status, ms }) => status === 200 && ms <= goalMs).length;
  const remark = missed(inTime < all.length, 'BELOW THE GOAL');
  console.log(`  ${inTime} of ${all.length} people of the same network got in within ${goalMs} ms${remark}`);
}

if (import.meta.main) {
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('BENCH_DATABASE_URL must name a PostgreSQL');
  printVenue(await measureVenue(databaseUrl));
}
