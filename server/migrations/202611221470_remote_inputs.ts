import { type Kysely, sql } from 'kysely';

/**
 * An ingest may be at a video provider: then the provider takes the encoder, and the stream shows the provider's video.
 * `loose_recordings` keeps the name of a live input whose ingest is gone, so that the clean-up removes it there.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table ingests add column remote_video_id text, add column remote_rtmp_url text`.execute(db);
  await sql`
    alter table ingests add constraint ingests_remote
    check ((remote_video_id is null) = (remote_rtmp_url is null))
  `.execute(db);
  await sql`alter table loose_recordings add column remote_video_id text`.execute(db);
  await sql
    .raw(
      `create or replace function keep_loose_recording() returns trigger language plpgsql as $$ begin
         insert into loose_recordings (id, remote_video_id) values (old.id, old.remote_video_id)
         on conflict do nothing;
         return null;
       end $$`,
    )
    .execute(db);
}
