import { type Kysely, sql } from 'kysely';

/** `ilike` and `like` of the list language read one index each: small letters of ICU's root locale, in every database. */
export async function up(db: Kysely<any>): Promise<void> {
  const columns = [
    ['accesses', 'email'],
    ['blocks', 'name'],
    ['events', 'name'],
    ['events', 'slug'],
    ['users', 'email'],
    ['users', 'name'],
  ] as const;
  for (const [table, column] of columns) {
    const index = sql.ref(`${table}_${column}_trigrams`);
    await sql`drop index ${index}`.execute(db);
    await sql`create index ${index} on ${sql.table(table)} using gin (
      (lower(${sql.ref(column)} collate "und-x-icu") collate "default") gin_trgm_ops)`.execute(db);
  }
}
