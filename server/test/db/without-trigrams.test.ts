/**
 * A managed database may refuse the extension `pg_trgm`.
 *
 * @engine postgres
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { searchAll } from '../../src/competitions/finding/search-all.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { hasTrigrams } from '../../src/db/trigrams.ts';
import { startServer } from '../../src/start-server.ts';
import { createEmptyPostgres } from '../empty-postgres.ts';
import { insertBlock, insertBout, insertEvent, insertFighter } from '../factories.ts';
import { makeClientFolder } from '../pages/client-folder.ts';
import { newDataDir } from '../processes.ts';

const role = `ringside_tenant_${randomUUID().replaceAll('-', '')}`;
const url = await createEmptyPostgres();
const owner = await openDatabase({ databaseUrl: url, dataDir: '' });
await sql`create role ${sql.id(role)} login password 'tenant'`.execute(owner.db);
await sql`grant usage, create on schema public to ${sql.id(role)}`.execute(owner.db);
const tenant = new URL(url);
tenant.username = role;
tenant.password = 'tenant';
const database = await openDatabase({ databaseUrl: tenant.href, dataDir: '' });
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await sql`drop owned by ${sql.id(role)}`.execute(owner.db);
  await sql`drop role ${sql.id(role)}`.execute(owner.db);
  await owner[Symbol.asyncDispose]();
});

it('is migrated, also within a transaction, and finds words as they are', async () => {
  const { db } = database;
  const restore = db.transaction().execute(async (trx) => {
    await migrate(trx);
    throw new Error('the restore failed');
  });
  await expect(restore).rejects.toThrow('the restore failed');
  expect((await migrate(db)).length).toBeGreaterThan(70);
  expect(await hasTrigrams(db)).toBe(false);
  const blockId = await insertBlock(db, {
    eventId: await insertEvent(db, { name: 'Rumble', status: 'public' }),
  });
  await insertBout(db, { blockId, redFighterId: await insertFighter(db, { name: 'Noor Haddad' }) });
  const counts = async (q: string) => Object.values(await searchAll(db, q, 6)).map(({ length }) => length);
  expect(await counts('haddad')).toEqual([1, 1, 0]);
  expect(await counts('rumble')).toEqual([0, 0, 1]);
  expect(await counts('hadad')).toEqual([0, 0, 0]);
});

it('is named once at the start of a server', async () => {
  const lines: string[] = [];
  const config = readConfig({
    DATABASE_URL: tenant.href,
    DATA_DIR: newDataDir(),
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'warn',
  });
  const folder = makeClientFolder().client;
  await using _server = await startServer(
    config,
    { client: folder, docs: folder },
    {
      write: (line: string) => void lines.push(line),
    },
  );
  expect(lines.filter((line) => line.includes('pg_trgm'))).toHaveLength(1);
});
