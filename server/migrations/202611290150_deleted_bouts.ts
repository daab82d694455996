import { type Kysely, sql } from 'kysely';

/** Who waited for a bout that was deleted hears it. Its messages outlive it. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table deleted_bout_reminders (
      user_id uuid not null references users on delete cascade,
      -- of no row any more
      bout_id uuid not null,
      event_id uuid not null references events on delete cascade,
      red_fighter_id uuid references fighters on delete set null,
      blue_fighter_id uuid references fighters on delete set null,
      by_link boolean not null,
      origin text not null,
      deleted_at timestamptz not null,
      told_at timestamptz,
      primary key (user_id, bout_id)
    )`.execute(db);
  await sql`create index deleted_bout_reminders_event on deleted_bout_reminders (event_id)`.execute(db);
  await sql`create index deleted_bout_reminders_red on deleted_bout_reminders (red_fighter_id)`.execute(db);
  await sql`create index deleted_bout_reminders_blue on deleted_bout_reminders (blue_fighter_id)`.execute(db);
  await sql`
    create index deleted_bout_reminders_due on deleted_bout_reminders (deleted_at) where told_at is null`.execute(
    db,
  );
  await sql`alter table push_messages drop constraint push_messages_bout_id_fkey`.execute(db);
}
