import { type Kysely, sql } from 'kysely';

/** For the filters by a part of a name or an address. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index users_name_trigrams on users using gin (name gin_trgm_ops)`.execute(db);
  await sql`create index users_email_trigrams on users using gin (email gin_trgm_ops)`.execute(db);
  await sql`
    create index accesses_email_trigrams on accesses using gin (email gin_trgm_ops) where email is not null
  `.execute(db);
}
