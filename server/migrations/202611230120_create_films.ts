import { type Kysely, sql } from 'kysely';

/**
 * `films` are uploaded to be the replay of a stream; `ingests.film` is the one that its replay shows in place of the recording.
 * Their files are removed like those of recordings. `chunks` says how many parts of an upload may be in the object store.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db.schema
    .createTable('films')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('live_stream_id', 'uuid', (c) => c.notNull().references('live_streams.id').onDelete('cascade'))
    // Segments are named by it, and no name ever gets other bytes.
    .addColumn('number', 'integer', (c) => c.notNull().generatedAlwaysAsIdentity())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('file_modified', 'bigint')
    .addColumn('received', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('receiving'))
    .addColumn('problem', 'text')
    .addColumn('progress', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('seconds', 'float8')
    .addColumn('bytes', 'bigint')
    .addColumn('worked_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addCheckConstraint('films_state', sql`state in ('receiving', 'packaging', 'ready', 'failed')`)
    .execute();
  await sql`
    create unique index films_one_upload on films (live_stream_id) where state in ('receiving', 'packaging')`.execute(
    db,
  );
  await sql`create index films_live_stream on films (live_stream_id)`.execute(db);
  await sql`alter table ingests add column film jsonb`.execute(db);
  await sql`alter table loose_recordings add column chunks integer not null default 0`.execute(db);
  await sql
    .raw(
      `create function keep_loose_film() returns trigger language plpgsql as $$ begin
         insert into loose_recordings (id, chunks) values (old.id, ceil(old.received / 4194304.0) + 1)
         on conflict do nothing;
         return null;
       end $$`,
    )
    .execute(db);
  await sql`
    create trigger keep_loose_film after delete on films
    for each row execute function keep_loose_film()`.execute(db);
  await sql`
    create trigger notify_film after update on ingests
    for each row when (old.film is distinct from new.film) execute function notify_ingest_owner()`.execute(
    db,
  );
  await sql`
    create trigger notify_film_replay after update on ingests
    for each row when (old.film is distinct from new.film) execute function notify_ingests()`.execute(db);
}
