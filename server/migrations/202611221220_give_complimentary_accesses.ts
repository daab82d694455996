import { type Kysely, sql } from 'kysely';

/** An access that is given for nothing has an end and says why. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table accesses add is_complimentary boolean not null default false, add note text,
      add constraint accesses_complimentary
      check (not is_complimentary or (end_date is not null and note is not null and order_id is null))`.execute(
    db,
  );
  await sql`create index accesses_complimentary on accesses (event_id) where is_complimentary`.execute(db);
}
