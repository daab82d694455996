import { type Kysely, sql } from 'kysely';

/** Changed accesses of more than a hundred people concern those who watch these events, instead of everybody. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create or replace function announce_changed_accesses() returns trigger language plpgsql as $$
    declare
      ids uuid[] := array(select distinct user_id from old_rows where user_id is not null limit 101);
    begin
      if cardinality(ids) > 100 then
        ids := array(select distinct event_id from old_rows where user_id is not null limit 101);
      end if;
      if cardinality(ids) > 100 then
        perform pg_notify('ringside_changes', 'watch:*');
      else
        perform pg_notify('ringside_changes', 'watch:' || id) from unnest(ids) as id;
      end if;
      return null;
    end $$`.execute(db);
}
