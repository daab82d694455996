import { type Kysely, sql } from 'kysely';

/** The last facts of a recording come a moment after the end of its broadcast, and say whether there is a replay. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create trigger notify_replay after update on ingests
    for each row when (new.ended_at is not null and old.ended_at is not null
      and (old.recording -> 'bytes') is distinct from (new.recording -> 'bytes'))
    execute function notify_ingests()`.execute(db);
}
