import { type Kysely, sql } from 'kysely';

/** `actor_id` has no foreign key: an entry keeps it after the account is deleted. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('actor_id', 'uuid')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('entity_type', 'text', (c) => c.notNull())
    .addColumn('entity_id', 'text', (c) => c.notNull())
    .addColumn('before', 'jsonb')
    .addColumn('after', 'jsonb')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
  await db.schema
    .createIndex('audit_entries_created_at')
    .on('audit_entries')
    .columns(['created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('audit_entries_entity')
    .on('audit_entries')
    .columns(['entity_id', 'created_at'])
    .execute();
}
