import { type Kysely, sql } from 'kysely';

/** Viewers who want to know when one bout is next, and the messages about bouts. */
export async function up(db: Kysely<any>): Promise<void> {
  // When its status or a fighter changed.
  await sql`alter table bouts add column changed_at timestamptz`.execute(db);
  await sql`
    create function bout_announcement(bouts) returns text
    language sql immutable parallel safe
    return case $1.status when 'replaced'
      then concat_ws(' ', 'replaced', $1.red_fighter_id, $1.blue_fighter_id) else $1.status end`.execute(db);
  await sql`
    create table bout_reminders (
      user_id uuid not null references users on delete cascade,
      bout_id uuid not null references bouts on delete cascade,
      -- It was set while the event was hidden, so it also counts while it is.
      by_link boolean not null,
      origin text not null,
      -- What the viewer knows of its fighters: as it was set, or as the last message told.
      known text not null,
      told_next_at timestamptz,
      created_at timestamptz not null,
      primary key (user_id, bout_id)
    )`.execute(db);
  await sql`create index bout_reminders_bout on bout_reminders (bout_id)`.execute(db);
  await sql`alter table reminder_settings add column bout_mails boolean not null default false`.execute(db);
  // One for each event: its ticket holders were told of the main event.
  await sql`
    create table main_event_notices (
      event_id uuid primary key references events on delete cascade,
      told_at timestamptz not null
    )`.execute(db);

  await sql`
    alter table push_messages
      add column bout_id uuid references bouts on delete cascade,
      -- Without one it is the reminder of the event.
      add column notice text check (notice in ('next', 'now', 'cancelled', 'replaced', 'announced', 'main-event')),
      add check ((bout_id is null) = (notice is null)),
      drop constraint push_messages_once`.execute(db);
  await sql`
    create unique index push_messages_once
      on push_messages (session_id, event_id, told_start, coalesce(bout_id, event_id), coalesce(notice, ''))`.execute(
    db,
  );
  await sql`create index push_messages_bout on push_messages (bout_id) where bout_id is not null`.execute(db);
}
