import type { Kysely } from 'kysely';

/** Which counter of unpaid purchases an open order stands in; null once it is paid or over. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('purchase_counter', 'text').execute();
}
