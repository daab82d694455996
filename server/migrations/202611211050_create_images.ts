import { type Kysely, sql } from 'kysely';

/**
 * `images` lists complete pictures. `loose_pictures` lists pictures whose files may be in the store without a row in
 * `images`: pictures being written, being removed, or left over by a crash.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db.schema
    .createTable('images')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  await db.schema
    .createTable('loose_pictures')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('since', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();

  // Before this migration only the demo had pictures; no other id belonged to one.
  await sql`
    insert into images (id, width, height)
    select distinct picture_id, 1920, 1080 from events where picture_id::text like '5f0a7c10-0009-4000-8000-%'
  `.execute(db);
  await sql`
    update events set picture_id = null
    where picture_id is not null and not exists (select 1 from images where images.id = events.picture_id)
  `.execute(db);
  await db.schema
    .alterTable('events')
    .addForeignKeyConstraint('events_picture', ['picture_id'], 'images', ['id'])
    .execute();
  await db.schema.createIndex('events_picture').on('events').column('picture_id').execute();
}
