/** Runs the operator's commands in this process, as `pnpm admin` does. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { runAdmin } from '../../src/admin/run-admin.ts';
import { listTables } from '../../src/backup/table-copy.repository.ts';
import type { Db } from '../../src/db/database.ts';

export interface AdminRun {
  code: number;
  output: string;
  errors: string;
}

/** @param stdin the text that is piped in. */
export async function admin(
  args: string[],
  env: Record<string, string | undefined>,
  stdin = '',
): Promise<AdminRun> {
  let output = '';
  let errors = '';
  const code = await runAdmin(args, {
    env,
    folder: '/',
    stdin: Readable.from([Buffer.from(stdin)]) as never,
    stdout: { write: (text) => (output += text) },
    stderr: { write: (text) => (errors += text) },
  });
  return { code, output, errors };
}

/** Every row of every table, as PostgreSQL writes it. */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of await listTables(db.withoutPlugins())) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.id(table)} t`.execute(
      db.withoutPlugins(),
    );
    content[table] = rows.map(({ line }) => line).sort();
  }
  return content;
}
