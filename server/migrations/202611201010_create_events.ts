import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  const uuid = sql`gen_random_uuid()`;
  const emptyJson = sql`'{}'::jsonb`;

  await db.schema
    .createTable('events')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(uuid))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('content', 'text')
    .addColumn('start_date', 'timestamptz', (c) => c.notNull())
    .addColumn('end_date', 'timestamptz', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('location', 'jsonb', (c) => c.notNull().defaultTo(emptyJson))
    .addColumn('picture_id', 'uuid')
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('draft'))
    .addColumn('stripe_price_id', 'text')
    .addUniqueConstraint('events_slug_unique', ['slug'])
    .addCheckConstraint('events_dates', sql`start_date <= end_date`)
    .addCheckConstraint('events_status', sql`status in ('public', 'draft', 'hidden')`)
    .execute();
  await db.schema.createIndex('events_start_date').on('events').columns(['start_date', 'id']).execute();

  await db.schema
    .createTable('blocks')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(uuid))
    .addColumn('event_id', 'uuid', (c) => c.notNull().references('events.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('start_date', 'timestamptz', (c) => c.notNull())
    .addColumn('end_date', 'timestamptz', (c) => c.notNull())
    .addColumn('location', 'jsonb', (c) => c.notNull().defaultTo(emptyJson))
    .addColumn('payment_required', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('stripe_price_id', 'text')
    .addUniqueConstraint('blocks_slug_unique', ['event_id', 'slug'])
    .addCheckConstraint('blocks_dates', sql`start_date <= end_date`)
    .execute();

  await db.schema
    .createTable('live_streams')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(uuid))
    .addColumn('block_id', 'uuid', (c) => c.notNull().references('blocks.id').onDelete('cascade'))
    .addColumn('video_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('inactive'))
    .addColumn('weight', 'integer', (c) => c.notNull().defaultTo(1))
    .addCheckConstraint('live_streams_status', sql`status in ('active', 'inactive')`)
    .execute();
  await db.schema.createIndex('live_streams_block').on('live_streams').column('block_id').execute();

  await db.schema
    .createTable('accesses')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(uuid))
    .addColumn('event_id', 'uuid', (c) => c.notNull().references('events.id').onDelete('cascade'))
    .addColumn('block_id', 'uuid', (c) => c.references('blocks.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('start_date', 'timestamptz', (c) => c.notNull())
    .addColumn('end_date', 'timestamptz')
    .addCheckConstraint('accesses_dates', sql`end_date is null or start_date <= end_date`)
    .execute();
  await db.schema
    .createIndex('accesses_user_event')
    .on('accesses')
    .columns(['user_id', 'event_id'])
    .execute();
  await db.schema.createIndex('accesses_event').on('accesses').columns(['event_id', 'start_date']).execute();
}
