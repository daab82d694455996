import { type Kysely, sql } from 'kysely';

/** When events and blocks are on sale, and the permissions of the shop. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ['events', 'blocks']) {
    await db.schema
      .alterTable(table)
      .addColumn('sale_start_date', 'timestamptz')
      .addColumn('sale_end_date', 'timestamptz')
      .execute();
    await db.schema
      .alterTable(table)
      .addCheckConstraint(`${table}_sale_dates`, sql`sale_start_date <= sale_end_date`)
      .execute();
    await sql`create index ${sql.raw(`${table}_price`)} on ${sql.table(table)} (stripe_price_id)
      where stripe_price_id is not null`.execute(db);
  }

  const permissions = [
    ['order:read', 'Read orders', 'Find, list and export orders, see the sales'],
    ['order:update', 'Send receipts', 'Send the receipt of an order again'],
    ['order:refund', 'Refund orders', 'Refund orders in full or in part'],
    ['price:read', 'Read prices', 'List the prices of the payment provider'],
    ['price:create', 'Create prices', 'Create prices at the payment provider'],
  ];
  await db
    .insertInto('permissions')
    .values(permissions.map(([code, name, description]) => ({ code, name, description })))
    .execute();
  await db
    .insertInto('role_permissions')
    .values(
      ['administrator', 'organiser'].flatMap((role_code) =>
        permissions.map(([permission_code]) => ({ role_code, permission_code })),
      ),
    )
    .execute();
}
