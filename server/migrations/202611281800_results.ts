import { type Kysely, sql } from 'kysely';

/** Results of bouts as versions. A row is never changed but for its confirmation, and never deleted, nor is its bout. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table results (
      id uuid primary key default gen_random_uuid(),
      bout_id uuid not null constraint results_bout_id_fkey references bouts,
      version integer not null check (version > 0),
      -- Who fought: the card may name others later.
      red_fighter_id uuid not null constraint results_red_fighter_id_fkey references fighters,
      blue_fighter_id uuid not null constraint results_blue_fighter_id_fkey references fighters,
      winner text not null check (winner in ('red', 'blue', 'draw', 'none')),
      method text not null check (method in ('decision-unanimous', 'decision-split', 'decision-majority', 'decision-technical',
        'ko', 'tko', 'tko-doctor', 'tko-corner', 'disqualification', 'injury', 'walkover', 'no-contest')),
      round integer,
      seconds integer,
      scorecards jsonb not null default '[]',
      note text,
      reason text,
      signed_by uuid references users on delete set null,
      signed_at timestamptz not null,
      confirmed_by uuid references users on delete set null,
      -- Null: provisional.
      official_at timestamptz,
      constraint results_version unique (bout_id, version),
      constraint results_two_people check (signed_by <> confirmed_by),
      check ((winner = 'none') = (method in ('walkover', 'no-contest'))),
      check ((version = 1) = (reason is null)),
      check (seconds is null or round is not null)
    )`.execute(db);
  for (const corner of ['red', 'blue'] as const) {
    const [index, column] = [sql.ref(`results_${corner}`), sql.ref(`${corner}_fighter_id`)];
    await sql`create index ${index} on results (${column})`.execute(db);
  }
  for (const column of ['signed_by', 'confirmed_by'])
    await sql`create index ${sql.ref(`results_${column}`)} on results (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db);

  await sql`alter table settings add column confirms_results boolean`.execute(db);
  await sql`
    insert into permissions (code, name, description)
    values ('event:result', 'Sign results', 'Sign, confirm and correct the results of a fight night')`.execute(
    db,
  );
  await sql`
    insert into role_permissions (role_code, permission_code)
    select code, 'event:result' from roles where code in ('administrator', 'organiser')`.execute(db);

  // The results have this address now.
  await sql`
    update blocks set version = version + 1, slug = (
      select 'results-' || number from generate_series(2, 1000) as number
      where not exists (select 1 from blocks other where other.event_id = blocks.event_id and other.slug = 'results-' || number)
      order by number limit 1)
    where slug = 'results'`.execute(db);
}
