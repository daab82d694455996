/** Writes server/schema.sql from a migrated database; with `--check` it fails instead when the committed one is another. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSchema } from '../server/src/db/describe-schema.ts';
import { embeddedDb, openPglite } from '../server/src/db/engines.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { root } from './run.ts';

const file = join(root, 'server/schema.sql');
const db = embeddedDb(await openPglite({}));
await migrate(db);
const schema = await describeSchema(db);
await db.destroy();
if (!process.argv.includes('--check')) await writeFile(file, schema);
else if ((await readFile(file, 'utf8').catch(() => '')) !== schema) {
  process.stderr.write(
    'server/schema.sql is not what the migrations make. Run `pnpm schema` and commit the result.\n',
  );
  process.exitCode = 1;
}
