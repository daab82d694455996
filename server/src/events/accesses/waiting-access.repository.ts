/**
 * An access for an e-mail address belongs to the account that has confirmed the address, and waits until there is one.
 * The trigger `give_waiting_accesses` of the migrations gives it to that account. A function that stores such an access asks
 * here for its owner.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * The accounts that have confirmed these addresses: address to id. Until the transaction ends, confirmations wait, and
 * this waits for those that have begun; otherwise both could miss each other and the access would wait for ever.
 * Lock users before, not after: the trigger takes its locks in that order.
 */
export async function findConfirmedOwners(trx: Db, emails: string[]): Promise<Map<string, string>> {
  await sql`select pg_advisory_xact_lock(20261122)`.execute(trx);
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where email_verified_at is not null
      and email in (select item from jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb) item)
  `.execute(trx);
  return new Map(rows.map(({ id, email }) => [email, id]));
}
