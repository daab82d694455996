/** @engine both */
import { expect, it, onTestFinished } from 'vitest';
import { embeddedDb, openDatabase, openPglite } from '../../src/db/engines.ts';
import { migrate, migrateTo } from '../../src/db/migrate.ts';
import { createEmptyPostgres } from '../empty-postgres.ts';
import { insertBlock, insertEvent } from '../factories.ts';
import { engine } from '../test-database.ts';

it('a block that had the address of the results gets the next free one', { timeout: 60_000 }, async () => {
  const db =
    engine === 'postgres'
      ? (await openDatabase({ databaseUrl: await createEmptyPostgres(), dataDir: '' })).db
      : embeddedDb(await openPglite({}));
  onTestFinished(() => db.destroy());
  await migrateTo(db, '202611281510_bells');
  const [first, second] = [await insertEvent(db), await insertEvent(db)];
  for (const slug of ['results', 'results-2', 'prelims']) await insertBlock(db, { eventId: first, slug });
  await insertBlock(db, { eventId: second, slug: 'results' });
  await migrate(db);
  const slugsOf = async (eventId: string) => {
    const rows = await db
      .selectFrom('blocks')
      .select(['slug', 'version'])
      .where('eventId', '=', eventId)
      .execute();
    return rows.map(({ slug, version }) => `${slug} ${version}`).toSorted();
  };
  expect(await slugsOf(first)).toEqual(['prelims 1', 'results-2 1', 'results-3 2']);
  expect(await slugsOf(second)).toEqual(['results-2 2']);
});
