import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface ComplimentaryAccess {
  /** Of the account, or the address that the access waits for. */
  email: string;
  eventName: string;
  eventSlug: string;
  blockName: string | null;
  endDate: string;
  timezone: string;
}

/** A draft does not exist for viewers, so nobody is told about it. */
export async function listComplimentary(trx: Db, accessIds: string[]): Promise<ComplimentaryAccess[]> {
  const { rows } = await sql<ComplimentaryAccess>`
    select coalesce(accesses.email, users.email) as email, events.name as event_name, events.slug as event_slug,
      blocks.name as block_name, accesses.end_date, events.timezone
    from accesses join events on events.id = accesses.event_id
      left join blocks on blocks.id = accesses.block_id left join users on users.id = accesses.user_id
    where accesses.id = any(${accessIds}::uuid[]) and accesses.is_complimentary and events.status <> 'draft'
    order by accesses.id
  `.execute(trx);
  return rows;
}

/** People, not accesses. */
export async function countComplimentary(db: Db, eventId: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct coalesce(user_id::text, email)) as count from accesses
    where is_complimentary and (${eventId ?? null}::uuid is null or event_id = ${eventId ?? null}::uuid)
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}
