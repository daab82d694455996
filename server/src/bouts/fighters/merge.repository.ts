import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Meeting } from './merge.rules.ts';

/** Everybody who writes bouts waits, and so do those who hold the cards. It comes before the lock of any fighter. */
export async function lockCards(trx: Db): Promise<void> {
  await sql`lock table bouts in exclusive mode`.execute(trx);
}

/**
 * Where the two meet, so that they cannot be one person: in one bout against each other, now, before a replacement or when it was
 * decided; or in bouts of two events that are at one time. A draft is a plan, and a cancelled bout is none.
 */
export async function findMeeting(db: Db, one: string, other: string): Promise<Meeting | undefined> {
  const both = sql`((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`;
  const { rows: opponents } = await sql<{ event: string }>`
    select events.name as event
    from bouts join blocks on blocks.id = bouts.block_id join events on events.id = blocks.event_id
    where (bouts.red_fighter_id, bouts.blue_fighter_id) in ${both}
      or bouts.id in (select bout_id from results where (red_fighter_id, blue_fighter_id) in ${both})
      or (bouts.replacements <> '[]' and exists (
        select 1 from jsonb_array_elements(bouts.replacements) as gone
        where ((gone ->> 'fighterId')::uuid,
          case gone ->> 'corner' when 'red' then bouts.blue_fighter_id else bouts.red_fighter_id end) in ${both}))
    order by events.start_date limit 1`.execute(db);
  if (opponents[0]) return { how: 'opponents', ...opponents[0] };
  const boutsOf = (fighterId: string) => sql`(
    select events.id as event_id, events.name, blocks.start_date, blocks.end_date
    from bouts join blocks on blocks.id = bouts.block_id join events on events.id = blocks.event_id
    where ${fighterId}::uuid in (bouts.red_fighter_id, bouts.blue_fighter_id)
      and bouts.status <> 'cancelled' and events.status <> 'draft')`;
  const { rows: atOneTime } = await sql<{ event: string; otherEvent: string }>`
    select mine.name as event, theirs.name as other_event
    from ${boutsOf(one)} mine join ${boutsOf(other)} theirs
      on mine.event_id <> theirs.event_id and mine.start_date < theirs.end_date and theirs.start_date < mine.end_date
    order by mine.start_date limit 1`.execute(db);
  return atOneTime[0] && { how: 'at one time', ...atOneTime[0] };
}

/** The bouts in which the fighter stands, or was replaced, in whatever event; and others. */
export function listBoutsWith(db: Db, fighterId: string, otherIds: readonly string[] = []) {
  const replaced = JSON.stringify([{ fighterId }]);
  return db
    .selectFrom('bouts')
    .select(['id', 'redFighterId', 'blueFighterId', 'replacements', 'status', 'statusReason', 'title'])
    .where(
      sql<boolean>`(${fighterId}::uuid in (red_fighter_id, blue_fighter_id) or replacements @> ${replaced}::jsonb
        or id = any(${otherIds}::uuid[]))`,
    )
    .execute();
}

export async function setPicture(trx: Db, fighterId: string, pictureId: string): Promise<void> {
  await trx.updateTable('fighters').set({ pictureId }).where('id', '=', fighterId).execute();
}

/**
 * Gives results, old ids and old slugs of the double to the kept fighter. Viewers who wait for a bout are not told: nothing has
 * changed for them.
 */
export async function hand(trx: Db, { doubleId, keptId }: { doubleId: string; keptId: string }) {
  for (const column of ['redFighterId', 'blueFighterId'] as const)
    await trx
      .updateTable('results')
      .set({ [column]: keptId })
      .where(column, '=', doubleId)
      .execute();
  for (const table of ['mergedFighters', 'oldFighterSlugs'] as const)
    await trx.updateTable(table).set({ fighterId: keptId }).where('fighterId', '=', doubleId).execute();
  await trx.insertInto('mergedFighters').values({ id: doubleId, fighterId: keptId }).execute();
  await sql`update bout_reminders set known = replace(known, ${doubleId}, ${keptId})
    where known like ${`%${doubleId}%`}`.execute(trx);
}

export async function insertOldSlug(trx: Db, slug: string, fighterId: string): Promise<void> {
  await trx.insertInto('oldFighterSlugs').values({ slug, fighterId }).execute();
}
