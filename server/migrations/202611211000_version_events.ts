import type { Kysely } from 'kysely';

/**
 * `version` counts the changes of a row, and the ETag is made from it. `order_id` names the order that paid for an
 * access; the orders themselves come with the shop.
 */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ['events', 'blocks', 'live_streams', 'accesses']) {
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  }
  await db.schema.alterTable('accesses').addColumn('order_id', 'uuid').execute();
}
