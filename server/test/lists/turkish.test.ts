/**
 * Words are found in a database of any locale, for example a Turkish one, whose small letter of I has no dot.
 *
 * @engine postgres
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { listCompetitions } from '../../src/competitions/competition-list.repository.ts';
import { openDatabase } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { listUsers } from '../../src/identity/user.repository.ts';
import { whereFilter } from '../../src/lists/apply-list-query.ts';
import { readListQuery } from '../../src/lists/list-query.ts';
import { insertEvent, insertUser } from '../factories.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '../postgres-server.ts';

const query = readListQuery({});

describe.each([
  ['Turkish', `locale_provider icu icu_locale 'tr' encoding 'UTF8'`],
  ['C', `locale 'C' encoding 'UTF8'`],
])('in a database whose locale is %s', async (_locale, options) => {
  const name = `ringside_locale_${randomUUID().replaceAll('-', '')}`;
  // PostgreSQL 15 is the first one with locales of ICU for databases.
  const url = await createPostgresDatabase(name, `template0 ${options}`).catch(() => undefined);
  const database = await openDatabase({ databaseUrl: url ?? 'postgres://localhost/none', dataDir: '' });
  afterAll(async () => {
    await database[Symbol.asyncDispose]();
    await dropPostgresDatabase(name);
  });

  it.skipIf(url === undefined)('finds competitions and people by words in any case', async () => {
    const { db } = database;
    await migrate(db);
    await insertEvent(db, { name: 'ISTANBUL FIGHT NIGHT', status: 'public' });
    await insertEvent(db, { name: 'Ørsted БОЙ Ängelholm', status: 'public' });
    await insertUser(db, { firstName: 'IBRAHIM', lastName: 'ØSTERGÅRD' });
    for (const words of ['istanbul', 'Istanbul FIGHT', 'İstanbul', 'ørsted', 'orsted', 'бой', 'ängel'])
      expect([words, (await listCompetitions(db, query, words)).data.length]).toEqual([words, 1]);
    for (const words of ['ibrahim', 'IBRAHIM', 'østergård'])
      expect([words, (await listUsers(db, query, words)).data.length]).toEqual([words, 1]);
    for (const [pattern, count] of [
      ['%istanbul%', 1],
      ['ISTANBUL fight%', 1],
      ['%бой ä%', 1],
      ['İ%', 0],
    ] as const) {
      const found = async (operator: string) => {
        const filter = { name: { [operator]: pattern } };
        return (await listCompetitions(db, readListQuery({ filter }), '')).data.length;
      };
      expect([pattern, await found('ilike'), await found('notIlike')]).toEqual([pattern, count, 2 - count]);
    }
    for (const operator of ['ilike', 'like']) {
      const listed = db
        .selectFrom('users')
        .select('id')
        .where(whereFilter({ email: { [operator]: '%bra%' } }, { email: sql.ref('users.email') }));
      const plan = await db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        const explained = await trx.executeQuery<object>(sql`explain ${listed}`.compile(trx));
        return JSON.stringify(explained.rows);
      });
      expect(plan).toContain('users_email_trigrams');
    }
    const { rows } = await sql<{ index: string }>`
      select indexrelid::regclass::text as index from pg_index where not indisvalid
    `.execute(db);
    expect(rows).toEqual([]);
  });
});
