import type { Kysely } from 'kysely';

/** Counts failed sign-ins and similar attempts, by a hash of the account or client. They expire at `forget_at`. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('attempt_counters')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'double precision', (c) => c.notNull())
    .addColumn('counted_at', 'timestamptz', (c) => c.notNull())
    .addColumn('wait_until', 'timestamptz', (c) => c.notNull())
    .addColumn('forget_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('attempt_counters_forget_at')
    .on('attempt_counters')
    .column('forget_at')
    .execute();
}
