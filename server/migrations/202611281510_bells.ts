import { type Kysely, sql } from 'kysely';

/** One row for each tap of a timekeeper, never changed but for its undoing. The state of a bout is computed from them. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table bells (
      -- Made by the device: a tap that is sent again is the same bell.
      id uuid primary key,
      bout_id uuid not null references bouts on delete cascade,
      kind text not null check (kind in ('walkout', 'round-start', 'round-end', 'stopped', 'over')),
      round integer,
      at timestamptz not null,
      user_id uuid references users on delete set null,
      rung_at timestamptz not null,
      undone_at timestamptz,
      check ((round is null) = (kind in ('walkout', 'over')))
    )`.execute(db);
  await sql`create index bells_bout on bells (bout_id, at, id)`.execute(db);
  await sql`create index bells_user on bells (user_id) where user_id is not null`.execute(db);

  await sql`
    insert into permissions (code, name, description)
    values ('event:bell', 'Ring the bell', 'Ring and undo the bells of a fight night')`.execute(db);
  // Somebody may have made a role of this code: it stays theirs.
  await sql`
    insert into roles (code, name, description)
    values ('timekeeper', 'Timekeeper', 'Rings the bell at ringside, and nothing else') on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into role_permissions (role_code, permission_code)
    select code, 'event:bell' from roles where code in ('administrator', 'organiser')
      or (code = 'timekeeper' and name = 'Timekeeper')`.execute(db);
}
