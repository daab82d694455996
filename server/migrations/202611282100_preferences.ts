import type { Kysely } from 'kysely';

/** Whether an account wants to see the results of all events. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('shows_results', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
