import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { BoutRow } from './bouts.tables.ts';

/** Notes who waits for a bout that is deleted now, and does not know that it is cancelled: they will be told. */
export async function noteWaiting(
  trx: Db,
  { id, redFighterId, blueFighterId }: BoutRow,
  deletedAt: string,
): Promise<void> {
  await sql`
    insert into deleted_bout_reminders
      (user_id, bout_id, event_id, red_fighter_id, blue_fighter_id, by_link, origin, deleted_at)
    select bout_reminders.user_id, ${id}, blocks.event_id, ${redFighterId}, ${blueFighterId},
      bout_reminders.by_link, bout_reminders.origin, ${deletedAt}
    from bout_reminders join bouts on bouts.id = bout_reminders.bout_id join blocks on blocks.id = bouts.block_id
    where bout_reminders.bout_id = ${id} and bout_reminders.known <> 'cancelled'
  `.execute(trx);
}
