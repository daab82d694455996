import { type Kysely, sql } from 'kysely';

/** Who may set up a first second factor although one is required, and lost factors that are removed after a wait. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('users').addColumn('first_factor_until', 'timestamptz').execute();
  await db.schema
    .createTable('factor_removals')
    .addColumn('user_id', 'uuid', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('requested_at', 'timestamptz', (column) => column.notNull())
    .addColumn('reminded_at', 'timestamptz')
    .addColumn('due_at', 'timestamptz', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .execute();
  await sql`create index factor_removals_due on factor_removals (due_at)`.execute(db);
}
