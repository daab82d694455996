import { type Kysely, sql } from 'kysely';

/**
 * Until now a press on the link in the mail confirmed an address, also for the account of a stranger who had registered
 * with it. So none of these confirmations counts, except where nobody pressed a link: accounts that the operator made, and
 * accounts without a password, whose address a provider has verified.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    update users set email_verified_at = null where email_verified_at is not null and password_hash is not null
    and not exists (
      select 1 from audit_entries where action = 'admin create-admin' and entity_id = users.id::text and before is null
    )
  `.execute(db);
}
