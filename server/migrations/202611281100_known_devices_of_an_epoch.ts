import type { Kysely } from 'kysely';

/** Raised when all sessions of the account end: the proofs of its known devices count no more. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('device_epoch', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
