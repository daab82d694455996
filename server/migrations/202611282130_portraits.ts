import { type Kysely, sql } from 'kysely';

/** Portraits beside the wide pictures of events. A portrait that its fighter has given up is deleted: it shows a person. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table images add column shape text not null default 'wide' check (shape in ('wide', 'portrait'))`.execute(
    db,
  );
  await sql
    .raw(
      `create function give_up_portrait() returns trigger language plpgsql as $$ begin
         if exists (select from fighters where picture_id = old.picture_id)
           or exists (select from events where picture_id = old.picture_id) then return null; end if;
         delete from images where id = old.picture_id;
         -- The next clean-up removes the files.
         if found then
           insert into loose_files (id, kind, since)
           values (old.picture_id, 'picture', clock_timestamp() - interval '1 hour')
           on conflict do nothing;
         end if;
         return null;
       exception when foreign_key_violation then
         -- Something began to use it at this moment.
         return null;
       end $$`,
    )
    .execute(db);
  await sql`
    create trigger give_up_portrait after update of picture_id on fighters for each row
      when (old.picture_id is not null and old.picture_id is distinct from new.picture_id)
      execute function give_up_portrait()`.execute(db);
  await sql`
    create trigger give_up_deleted after delete on fighters for each row
      when (old.picture_id is not null) execute function give_up_portrait()`.execute(db);
  // They were wide until now.
  await sql`update fighters set picture_id = null where picture_id is not null`.execute(db);
}
