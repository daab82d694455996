import { type Kysely, sql } from 'kysely';

/** Where bouts begin in a recording or a film, as an organiser has set it. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table chapters (
      ingest_id uuid not null references ingests (id) on delete cascade,
      bout_id uuid not null references bouts (id) on delete cascade,
      -- null: of the recording
      film_id uuid references films (id) on delete cascade,
      seconds double precision not null check (seconds >= 0),
      -- the same by the clock of the pictures
      starts_at timestamptz not null,
      constraint chapters_place unique nulls not distinct (ingest_id, bout_id, film_id)
    )`.execute(db);
  await sql`create index chapters_bout on chapters (bout_id)`.execute(db);
  await sql`create index chapters_film on chapters (film_id) where film_id is not null`.execute(db);
}
