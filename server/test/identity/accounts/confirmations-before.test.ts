/**
 * @engine both
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createAdministrator } from '../../../src/admin/create-administrator.ts';
import { embeddedDb, openDatabase, openPglite } from '../../../src/db/engines.ts';
import { migrate, migrateTo } from '../../../src/db/migrate.ts';
import { createEmptyPostgres } from '../../empty-postgres.ts';
import { insertUser } from '../../factories.ts';
import { engine } from '../../test-database.ts';

it('confirmations by a mere press on the link do not count any more; those of the operator do', {
  timeout: 60_000,
}, async () => {
  const db =
    engine === 'postgres'
      ? (await openDatabase({ databaseUrl: await createEmptyPostgres(), dataDir: '' })).db
      : embeddedDb(await openPglite({}));
  onTestFinished(() => db.destroy());
  await migrateTo(db, '202611211060_index_holders');
  // A column that today's code writes, and a later migration adds.
  await sql`alter table users add column first_factor_until timestamptz`.execute(db);
  const now = new Date();
  const confirmed = { emailVerifiedAt: now.toISOString(), passwordHash: 'x' };
  await insertUser(db, { ...confirmed, email: 'viewer@ringside.test' });
  await insertUser(db, { ...confirmed, email: 'promoted@ringside.test' });
  const operator = { grant: true, askPassword: async () => randomUUID(), now };
  await createAdministrator(db, { ...operator, email: 'promoted@ringside.test' });
  await createAdministrator(db, { ...operator, email: 'operator@ringside.test' });

  await sql`alter table users drop column first_factor_until`.execute(db);
  await migrate(db);
  const users = await db.selectFrom('users').select(['email', 'emailVerifiedAt']).orderBy('email').execute();
  expect(users.map(({ email, emailVerifiedAt }) => [email, emailVerifiedAt !== null])).toEqual([
    ['operator@ringside.test', true],
    ['promoted@ringside.test', false],
    ['viewer@ringside.test', false],
  ]);
});
