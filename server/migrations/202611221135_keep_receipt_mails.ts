import { type Kysely, sql } from 'kysely';

/** The mail of a receipt that still waits for the link to the receipt of the payment provider. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table orders add receipt_mail_id uuid`.execute(db);
}
