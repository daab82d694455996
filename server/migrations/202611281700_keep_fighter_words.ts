import { type Kysely, sql } from 'kysely';

/** The folded words of a fighter are kept: one letter has no trigram, and folding 20,000 names at each search took 0.3 s. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`drop index if exists fighters_words`.execute(db);
  await sql`
    alter table fighters
      add column words text not null generated always as (fighter_words(name, nickname, gym)) stored`.execute(
    db,
  );
  await sql`create index fighters_words on fighters using gin (words gin_trgm_ops)`.execute(db);
}
