import { type Kysely, sql } from 'kysely';

/** An automatic refund that failed after the provider had accepted it is followed by another one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index refund_requests_automatic`.execute(db);
  await sql`
    create unique index refund_requests_automatic on refund_requests (order_id)
    where key is null and settled_at is null`.execute(db);
}
