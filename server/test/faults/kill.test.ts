/**
 * `kill -9` during all kinds of writes. `pnpm faults` is the long run.
 *
 * @tier all
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { lockDataFolder } from '../../src/db/data-folder-lock.ts';
import { openDatabase } from '../../src/db/engines.ts';
import { parseStoredMail } from '../../src/mail/stored-mail.ts';
import { administrator, newDataDir, startProcess } from '../processes.ts';
import { engine, openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import { figuresOf, type Ledger, listLost, newLedger } from './ledger.ts';
import { startMixedWrites } from './mixed-writes.ts';

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const dataDir = newDataDir();
const database = engine === 'postgres' ? await openTestDatabase() : undefined;
afterAll(() => database?.[Symbol.asyncDispose]());

const env = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  TRUST_PROXY: '127.0.0.1',
  ...(database?.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
};

/** Reads the database directly, because the server is dead. @returns acknowledged writes that are missing. */
async function inspect(ledger: Ledger): Promise<string[]> {
  await using database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir });
  // Makes mails that the dead server had locked due now, so that the test does not wait for the end of their lease.
  await database.db
    .updateTable('outboxMails')
    .set({ dueAt: sql<string>`now()` })
    .where('doneAt', 'is', null)
    .execute();
  return await listLost(database.db, ledger);
}

it(`loses no acknowledged write in ${rounds} kills, and starts without errors each time`, {
  timeout: 60_000 + rounds * 60_000,
}, async () => {
  const ledger = newLedger();
  for (let round = 0; round < rounds; round += 1) {
    const server = await startProcess(env);
    expect([server.errors(), (await call(server, 'GET /readyz')).status]).toEqual(['', 200]);
    const before = ledger.acknowledged;
    const writes = startMixedWrites([server], ledger);
    await vi.waitUntil(() => ledger.acknowledged >= before + 60 || writes.faults.length > 0, {
      timeout: 50_000,
      interval: 5,
    });
    // Kill at a random moment.
    await wait(Math.random() * 300);
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await writes.stop();
    expect(writes.faults).toEqual([]);
    expect(await inspect(ledger)).toEqual([]);
  }

  // Every mail is sent in the end.
  const last = await startProcess(env);
  const recipients = () =>
    readdirSync(path.join(dataDir, 'outbox'))
      .filter((file) => file.endsWith('.eml'))
      .map((file) => parseStoredMail(readFileSync(path.join(dataDir, 'outbox', file), 'utf8')).to);
  const missing = () => ledger.rows.get('mail')?.difference(new Set(recipients())).size;
  await vi.waitUntil(() => missing() === 0, { timeout: 30_000, interval: 200 });
  last.child.kill('SIGTERM');
  expect([await last.ended, last.errors()]).toEqual([0, '']);
  lockDataFolder(dataDir)();
  process.stdout.write(`${rounds} kills on ${engine}: ${figuresOf(ledger)}, none lost\n`);
});
