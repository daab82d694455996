import { type Kysely, sql } from 'kysely';

/** Pictures, recordings and live inputs that lost their row wait for the clean-up in one table. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table loose_recordings rename to loose_files`.execute(db);
  await sql`alter table loose_files rename constraint loose_recordings_pkey to loose_files_pkey`.execute(db);
  await sql`
    alter table loose_files add column kind text not null default 'recording'
      check (kind in ('picture', 'recording', 'live-input'))`.execute(db);
  await sql`alter table loose_files alter column kind drop default`.execute(db);
  await sql`update loose_files set kind = 'live-input' where remote_video_id is not null`.execute(db);
  await sql`insert into loose_files (id, kind, since) select id, 'picture', since from loose_pictures`.execute(
    db,
  );
  await sql`drop table loose_pictures`.execute(db);
  await sql
    .raw(
      `create or replace function keep_loose_recording() returns trigger language plpgsql as $$ begin
         insert into loose_files (id, kind, remote_video_id) values
           (old.id, case when old.remote_video_id is null then 'recording' else 'live-input' end, old.remote_video_id)
         on conflict do nothing;
         return null;
       end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create or replace function keep_loose_film() returns trigger language plpgsql as $$ begin
         insert into loose_files (id, kind, chunks)
         values (old.id, 'recording', ceil(old.received / 4194304.0) + 1)
         on conflict do nothing;
         return null;
       end $$`,
    )
    .execute(db);
}
