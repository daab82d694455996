/**
 * Backup and restore, with real databases of both engines and with servers that run on them.
 *
 * @engine both
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/backup/backup-format.ts';
import type { Db } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/engines.ts';
import { migrateTo, ownMigrations } from '../../src/db/migrate.ts';
import { countRows } from '../../src/lists/row-counts.ts';
import { findUpkeep } from '../../src/upkeep/upkeep.repository.ts';
import { type AdminRun, admin, everyRow } from '../admin/admin-runs.ts';
import { createEmptyPostgres } from '../empty-postgres.ts';
import { insertBlock, insertEvent } from '../factories.ts';
import {
  administrator,
  fetchPatiently,
  type Installation,
  newDataDir,
  newInstallation,
  type ServerProcess,
  startProcess,
} from '../processes.ts';
import { engine } from '../test-database.ts';
import { type Archive, manifestOf, readArchive, withManifest, writeArchive } from './archives.ts';

const home = newDataDir();
const newFolder = () => path.join(home, randomUUID());

/** Creates an empty installation: a data folder, or a new PostgreSQL database. */
async function newEmpty(kind = engine): Promise<Installation> {
  if (kind === 'pglite') return { DATA_DIR: newFolder() };
  return { DATA_DIR: newFolder(), DATABASE_URL: await createEmptyPostgres() };
}

async function inDatabase<T>(installation: Installation, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    databaseUrl: installation.DATABASE_URL,
    dataDir: installation.DATA_DIR,
  });
  return work(database.db).finally(() => database[Symbol.asyncDispose]());
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

const source = await newInstallation();
const file = path.join(home, 'backup.tar.gz');
/** Of a database that only knows the first migrations: whatever restores it gets to the rows at once. */
const olderFile = path.join(home, 'older.tar.gz');
const olderMigrations = 2;
const settings = { DEMO: '1', ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };
let accessToken = '';
let playlist = '';
let rows: Record<string, string[]> = {};
/** Made while the server ran. */
let busy: AdminRun | undefined;

beforeAll(async () => {
  const server = await startProcess({ ...source, ...settings });
  accessToken = await signIn(server);
  playlist = await openStream(server);
  if (engine === 'pglite') busy = await admin(['backup', path.join(home, 'busy.tar.gz')], source);
  await stop(server);
  await inDatabase(source, async (db) => {
    const entry = (after: string, at: string) =>
      sql`insert into audit_entries (action, entity_type, entity_id, after, created_at)
        values ('test', 'event', 'x', ${sql.raw(after)}, ${at})`.execute(db);
    await entry(
      `'{"b": 1.10, "a": [1e400, -0, 12345678901234567890], "\\u0001": "\\n\\"\\u2028🥊"}'`,
      '0001-01-01 BC',
    );
    await entry(`'null'`, '2026-11-20 19:00:00.123456+00');
    await entry('null', 'infinity');
    await insertEvent(db, { content: 'line\nline\r\n\t\\N \\. "quoted" 🥊', description: '' });
    rows = await everyRow(db);
  });
  expect(await admin(['backup', file], source)).toMatchObject({ code: 0, errors: '' });
  await makeOlderBackup();
}, 180_000);

async function makeOlderBackup(): Promise<void> {
  const older = await newEmpty();
  const last = (await ownMigrations())[olderMigrations - 1];
  await inDatabase(older, async (db) => {
    await db.transaction().execute((trx) => migrateTo(trx, String(last)));
    await sql`insert into events (name, slug, start_date, end_date, timezone)
      values ('Old', 'old', now(), now(), 'UTC')`.execute(db);
  });
  const picture = path.join(older.DATA_DIR, 'pictures', randomUUID());
  await mkdir(picture, { recursive: true });
  await writeFile(path.join(picture, '320.jpg'), 'a picture');
  expect((await admin(['backup', olderFile], older)).code).toBe(0);
}

async function signIn(server: ServerProcess): Promise<string> {
  const answer = await fetchPatiently(
    `${server.url}/api/v1/identity/auth/credentials/login?includeTokens=true`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    },
  );
  expect(answer.status).toBe(200);
  const { tokens } = (await answer.json()) as { tokens: { accessToken: { value: string } } };
  return tokens.accessToken.value;
}

/** @returns the path of a playlist that plays. */
async function openStream(server: ServerProcess): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const ask = async (address: string) =>
    (await fetchPatiently(`${server.url}/api/v1${address}`, { headers })).json();
  const { data } = (await ask(
    '/events?with=blocks&with=blocks.liveStreams&filter={"status":{"eq":"public"}}',
  )) as {
    data: Array<{
      id: string;
      blocks: Array<{ id: string; liveStreams: Array<{ id: string; status: string }> }>;
    }>;
  };
  for (const event of data) {
    for (const block of event.blocks) {
      const stream = block.liveStreams.find(({ status }) => status === 'active');
      if (stream === undefined) continue;
      const { url } = (await ask(
        `/kickboxing/competitions/${event.id}/blocks/${block.id}/live-streams/${stream.id}/signed-url`,
      )) as { url: string };
      return new URL(url).pathname;
    }
  }
  throw new Error('The demo has no active stream');
}

describe('a backup', { timeout: 180_000 }, () => {
  it('is readable only for its owner, and is written completely or not at all', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(home)).filter((name) => name.includes('partial'))).toEqual([]);
    const { code, errors } = await admin(['backup', file], source);
    expect([code, errors]).toEqual([1, `There is a file already at ${file}. Choose another name.\n`]);
  });

  it('is noted in the database, for the page of the system', async () => {
    const notes = await inDatabase(source, (db) => db.selectFrom('backupNotes').selectAll().execute());
    expect(notes).toEqual([{ madeAt: expect.any(String), bytes: (await stat(file)).size }]);
  });

  it('leaves nothing behind when it cannot be written', async () => {
    const notAFolder = path.join(home, 'a-file');
    await writeFile(notAFolder, '');
    for (const folder of [notAFolder, newFolder()]) {
      const { code, errors } = await admin(['backup', path.join(folder, 'backup.tar.gz')], source);
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/^(ENOTDIR|ENOENT): .* Nothing was done\.\n$/),
      ]);
    }
  });

  it('refuses an installation without a database, and does not create one', async () => {
    const DATA_DIR = newFolder();
    const { code, errors } = await admin(['backup', path.join(home, 'none.tar.gz')], { DATA_DIR });
    expect([code, errors]).toEqual([1, expect.stringContaining(`There is no database in ${DATA_DIR}`)]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('is a consistent snapshot while others write to the database', async () => {
    if (engine === 'pglite') {
      expect([busy?.code, busy?.errors]).toEqual([1, expect.stringMatching(/is using .* Stop it first/)]);
      return;
    }
    const installation = await newInstallation();
    const name = path.join(home, 'busy.tar.gz');
    await inDatabase(installation, async (db) => {
      let writing = true;
      const writers = Array.from({ length: 4 }, async () => {
        while (writing) {
          // The backup reads tables in the order of their names: without a snapshot it would have more events than
          // blocks.
          await db.transaction().execute(async (trx) => {
            const eventId = await insertEvent(trx);
            await insertBlock(trx, { eventId });
          });
        }
      });
      const begun = async () => (await everyRow(db)).events?.length;
      await expect.poll(begun, { timeout: 60_000 }).toBeGreaterThan(20);
      const { code } = await admin(['backup', name], installation);
      writing = false;
      await Promise.all(writers);
      expect(code).toBe(0);
    });
    const tables = manifestOf(await readArchive(name)).tables;
    const count = (table: string) => tables.find((candidate) => candidate.name === table)?.rows;
    expect(count('events')).toBeGreaterThan(20);
    expect(count('blocks')).toBe(count('events'));
  });
});

const engines = engine === 'postgres' ? (['postgres', 'pglite'] as const) : (['pglite'] as const);

describe.each(engines)('a restore into an empty %s', { timeout: 180_000 }, (kind) => {
  it('leaves nothing when it fails between rows, and then restores every row and picture, so that a server can continue with them', async () => {
    const installation = await newEmpty(kind);
    const entries = await readArchive(olderFile);
    const events = [...entries].find(([name]) => name.startsWith('tables/events/')) as [string, Buffer];
    const twice = new Map([...entries, [events[0].replace('000001', '000002'), events[1]]]);
    const changed = path.join(home, `${randomUUID()}.tar.gz`);
    const isEvents = ({ name }: { name: string }) => name === 'events';
    await writeArchive(
      changed,
      withManifest(twice, ({ tables }) => Object.assign(tables.find(isEvents) ?? {}, { rows: 2 })),
    );
    const failed = await admin(['restore', changed], installation);
    expect([failed.code, failed.errors]).toEqual([1, expect.stringContaining('duplicate key')]);
    expect(existsSync(path.join(installation.DATA_DIR, 'pictures'))).toBe(false);

    const { code, output, errors } = await admin(['restore', file], installation);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^Restored \d+ rows and \d+ picture files into /);
    await inDatabase(installation, async (db) => {
      expect(await everyRow(db)).toEqual({ ...rows, upkeep: [expect.any(String)] });
      expect((await findUpkeep(db)).quietSince).not.toBeNull();
      expect(await countRows(db, 'events')).toBe(rows.events?.length);
      expect(await countRows(db, 'audit_entries')).toBe(rows.audit_entries?.length);
      // As if the player sent pings while the server starts: without them its playback session ends after 60 seconds.
      await sql`update playback_leases set pinged_at = now() + interval '5 minutes'`.execute(db);
    });
    const pictures = async ({ DATA_DIR }: Installation) => {
      const folder = path.join(DATA_DIR, 'pictures');
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      return files
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .sort();
    };
    expect(await pictures(installation)).toEqual(await pictures(source));
    expect((await pictures(installation)).length).toBeGreaterThan(10);

    const server = await startProcess({ ...installation, ...settings });
    // The signing keys are the same: the access token and the URL of the stream are still valid.
    const headers = { authorization: `Bearer ${accessToken}` };
    const known = await fetchPatiently(`${server.url}/api/v1/identity/auth/token/user-info`, { headers });
    expect(known.status).toBe(200);
    const playing = await fetchPatiently(`${server.url}${playlist}`);
    expect([playing.status, await playing.text()]).toEqual([200, expect.stringContaining('#EXTM3U')]);
    await signIn(server);
    await stop(server);
    expect(server.errors()).toBe('');
  });
});

describe('a restore', { timeout: 180_000 }, () => {
  if (engine === 'postgres') {
    it('keeps every row from PostgreSQL to the embedded engine and back', async () => {
      const embedded = await newEmpty('pglite');
      const back = path.join(home, 'back.tar.gz');
      const postgres = await newEmpty('postgres');
      expect((await admin(['restore', file], embedded)).code).toBe(0);
      expect((await admin(['backup', back], embedded)).code).toBe(0);
      expect((await admin(['restore', back], postgres)).code).toBe(0);
      expect(await inDatabase(postgres, everyRow)).toEqual({ ...rows, upkeep: [expect.any(String)] });
    });
  }

  it('refuses a database with rows, names them, and does not change them', async () => {
    const installation = { ...source, DATA_DIR: newFolder() };
    if (engine === 'pglite') {
      await mkdir(installation.DATA_DIR);
      await cp(path.join(source.DATA_DIR, 'database'), path.join(installation.DATA_DIR, 'database'), {
        recursive: true,
      });
    }
    const { code, errors } = await admin(['restore', file], installation);
    expect([code, errors]).toEqual([1, expect.stringMatching(/: it has .*users \(\d+ rows\)/)]);
    expect(await inDatabase(installation, everyRow)).toMatchObject({ roles: rows.roles, users: rows.users });
  });

  it('refuses a data folder that has pictures', async () => {
    const installation = await newEmpty();
    await mkdir(path.join(installation.DATA_DIR, 'pictures/mine'), { recursive: true });
    const { code, errors } = await admin(['restore', file], installation);
    expect([code, errors]).toEqual([1, expect.stringContaining('There are pictures already')]);
    expect(await readdir(path.join(installation.DATA_DIR, 'pictures'))).toEqual(['mine']);
  });

  it('migrates a backup of an older version', async () => {
    const migrations = manifestOf(await readArchive(file)).migrations;
    const installation = await newEmpty();
    const { code, output, errors } = await admin(['restore', olderFile], installation);
    expect([code, errors]).toEqual([0, '']);
    for (const name of migrations.slice(olderMigrations)) expect(output).toContain(`Migrated since: ${name}`);
    const restored = await inDatabase(installation, everyRow);
    expect([restored.events?.length, restored.playback_leases]).toEqual([1, []]);
    expect((await admin(['migrate', '--status'], installation)).code).toBe(0);
  });

  it.each<[string, (manifest: Manifest) => void, RegExp]>([
    [
      'of a newer version',
      (manifest) => manifest.migrations.push('999901010000_later'),
      /made by a newer version/,
    ],
    ['of a newer format', (manifest) => manifest.format++, /made by a newer version/],
    [
      'from between two versions',
      (manifest) => manifest.migrations.splice(1, 1),
      /made between two versions/,
    ],
    [
      'of another product',
      (manifest) => Object.assign(manifest, { product: 'x' }),
      /not a backup of Ringside/,
    ],
    [
      'with fewer rows than it says',
      (manifest) => Object.assign(manifest.tables[0] ?? {}, { rows: 7_000 }),
      /should have \d+ rows/,
    ],
    ['with another checksum', (manifest) => delete manifest.checksums['README.txt'], /does not name/],
  ])('refuses a backup %s, and writes nothing', async (_name, change, expected) => {
    const changed = path.join(home, `${randomUUID()}.tar.gz`);
    await writeArchive(changed, withManifest(await readArchive(file), change));
    await expectRefusal(changed, expected);
  });

  it.each<[string, (manifest: Manifest) => void, RegExp]>([
    ['another column', (manifest) => manifest.tables[0]?.columns.push('more'), /has other columns/],
    ['fewer tables', (manifest) => manifest.tables.splice(3, 1), /nothing that a backup has|has no table/],
  ])('refuses a backup with %s, and writes nothing', async (_name, change, expected) => {
    const changed = path.join(home, `${randomUUID()}.tar.gz`);
    await writeArchive(changed, withManifest(await readArchive(olderFile), change));
    await expectRefusal(changed, expected);
  });

  it.each<[string, (entries: Archive) => void]>([
    ['a changed row', (entries) => entries.set(rolesPart, Buffer.from('["x","y",null]\n'))],
    ['an additional entry', (entries) => entries.set('tables/users/000099.ndjson', Buffer.from('[]\n'))],
    ['a missing entry', (entries) => entries.delete(rolesPart)],
    ['no manifest', (entries) => entries.delete('manifest.json')],
  ])('refuses a backup with %s, and writes nothing', async (_name, change) => {
    const entries = await readArchive(file);
    change(entries);
    const changed = path.join(home, `${randomUUID()}.tar.gz`);
    await writeArchive(changed, entries);
    await expectRefusal(changed, /is damaged or not a backup/);
  });

  it.each([
    'pictures/../../outside.txt',
    '/etc/outside',
    'tables/pg_authid/000001.ndjson',
    'pictures/a/b/c.jpg',
  ])('refuses a backup that contains the path %s', async (name) => {
    const entries = await readArchive(file);
    const changed = path.join(home, `${randomUUID()}.tar.gz`);
    const more = new Map([[name, Buffer.from('x')], ...entries]);
    await writeArchive(
      changed,
      withManifest(more, () => {}),
    );
    await expectRefusal(changed, /nothing that a backup has/);
  });

  it('refuses a truncated or damaged backup, and a file that is not a backup', async () => {
    const { size } = await stat(file);
    const cut = path.join(home, 'cut.tar.gz');
    for (const part of [0, 1, 100, size / 3, size / 2, size - 600, size - 1]) {
      await cp(file, cut);
      await truncate(cut, Math.floor(part));
      await expectRefusal(cut, /is damaged or not a backup/);
    }
    const bytes = await readFile(file);
    for (const at of [12, size / 2, size - 6]) {
      const flipped = Buffer.from(bytes);
      flipped[Math.floor(at)] = (flipped[Math.floor(at)] ?? 0) ^ 0x10;
      await writeFile(cut, flipped);
      await expectRefusal(cut, /is damaged or not a backup/);
    }
    await writeFile(cut, 'not a backup');
    await expectRefusal(cut, /is damaged or not a backup/);
    await expectRefusal(path.join(home, 'missing.tar.gz'), /^Cannot read .* \(ENOENT\)\.\n$/);
    await expectRefusal(home, /^Cannot read .* \(EISDIR\)\.\n$/);
  });
});

const rolesPart = 'tables/roles/000001.ndjson';
const refusedInstallation = await newEmpty();

/** Uses the same installation each time, so that leftovers of one refusal would make the next check fail. */
async function expectRefusal(changed: string, expected: RegExp): Promise<void> {
  const { code, errors } = await admin(['restore', changed], refusedInstallation);
  expect([code, errors]).toEqual([1, expect.stringMatching(expected)]);
  for (const name of ['database', 'database.restoring', 'pictures', 'pictures.restoring'])
    expect(existsSync(path.join(refusedInstallation.DATA_DIR, name))).toBe(false);
}
