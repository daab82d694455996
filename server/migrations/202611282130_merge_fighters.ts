import { type Kysely, sql } from 'kysely';

/**
 * A fighter who was merged into another one is found by the old id and the old slugs. A trigger keeps slugs, as for events: a
 * fighter who takes an old slug gets it.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table merged_fighters (
      id uuid primary key,
      fighter_id uuid not null references fighters on delete cascade
    )`.execute(db);
  await sql`create index merged_fighters_fighter on merged_fighters (fighter_id)`.execute(db);
  await sql`
    create table old_fighter_slugs (
      slug text primary key,
      fighter_id uuid not null references fighters on delete cascade
    )`.execute(db);
  await sql`create index old_fighter_slugs_fighter on old_fighter_slugs (fighter_id)`.execute(db);
  await sql`
    create function keep_old_fighter_slug() returns trigger language plpgsql as $$ begin
      delete from old_fighter_slugs where slug = new.slug;
      if tg_op = 'UPDATE' then
        insert into old_fighter_slugs (slug, fighter_id) values (old.slug, new.id)
        on conflict (slug) do update set fighter_id = excluded.fighter_id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger keep_old_slug_insert after insert on fighters
      for each row execute function keep_old_fighter_slug()`.execute(db);
  await sql`
    create trigger keep_old_slug_update after update of slug on fighters
      for each row when (old.slug is distinct from new.slug) execute function keep_old_fighter_slug()`.execute(
    db,
  );
}
