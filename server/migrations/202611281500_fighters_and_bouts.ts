import { type Kysely, sql } from 'kysely';

/** The card: who fights whom. Nothing here is a result. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table fighters (
      id uuid primary key default gen_random_uuid(),
      slug text not null constraint fighters_slug_unique unique,
      name text not null,
      nickname text,
      country_code text,
      birth_date date,
      height_cm integer,
      reach_cm integer,
      stance text check (stance in ('orthodox', 'southpaw', 'switch')),
      gym text,
      picture_id uuid constraint fighters_picture_id_fkey references images,
      -- Before Ringside, as told by the promoter.
      record jsonb,
      version integer not null default 1
    )`.execute(db);
  await sql`create index fighters_name on fighters (name, id)`.execute(db);
  await sql`create index fighters_picture on fighters (picture_id) where picture_id is not null`.execute(db);
  await sql`
    create function fighter_words(name text, nickname text, gym text) returns text
    language sql immutable parallel safe
    return fold_text(name || chr(10) || coalesce(nickname, '') || chr(10) || coalesce(gym, ''))`.execute(db);
  await sql`
    create index fighters_words on fighters using gin (fighter_words(name, nickname, gym) gin_trgm_ops)`.execute(
    db,
  );
  await sql`
    create table bouts (
      id uuid primary key default gen_random_uuid(),
      block_id uuid not null references blocks on delete cascade,
      -- Grows from the first bout to the main event; it may have gaps.
      position integer not null,
      red_fighter_id uuid constraint bouts_red_fighter_id_fkey references fighters,
      blue_fighter_id uuid constraint bouts_blue_fighter_id_fkey references fighters,
      red_weigh_in jsonb,
      blue_weigh_in jsonb,
      weight_class text,
      weight_limit_kg double precision,
      is_catchweight boolean not null default false,
      rules text not null default 'k1'
        check (rules in ('k1', 'full-contact', 'low-kick', 'muay-thai', 'kick-light', 'other')),
      rules_text text,
      rounds integer not null default 3,
      round_seconds integer not null default 180,
      break_seconds integer not null default 60,
      has_extra_round boolean not null default false,
      title text,
      status text not null default 'announced' check (status in ('announced', 'cancelled', 'replaced')),
      status_reason text,
      -- For each corner the fighter whose place was taken.
      replacements jsonb not null default '[]',
      version integer not null default 1,
      constraint bouts_corners check (red_fighter_id <> blue_fighter_id)
    )`.execute(db);
  await sql`create index bouts_block on bouts (block_id, position, id)`.execute(db);
  await sql`create index bouts_red on bouts (red_fighter_id) where red_fighter_id is not null`.execute(db);
  await sql`create index bouts_blue on bouts (blue_fighter_id) where blue_fighter_id is not null`.execute(db);
}
