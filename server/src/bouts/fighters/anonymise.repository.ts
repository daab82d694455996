import { sql } from 'kysely';
import type { AuditedFields } from '../../audit/audit.tables.ts';
import type { Db } from '../../db/database.ts';
import type { FighterRow } from '../../fighters/fighters.tables.ts';
import { personalFields, withoutNames } from './anonymise.rules.ts';

/** What the fighter was called, nicknames too: now, and by the audit log before. @param ids of the fighter, old ones too. */
export async function listNames(trx: Db, fighter: FighterRow, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from audit_entries,
      unnest(array[before ->> 'name', after ->> 'name', before ->> 'nickname', after ->> 'nickname']) as name
    where entity_type = 'fighter' and entity_id = any(${ids}) and name is not null`.execute(trx);
  const { name, nickname } = fighter;
  return [name, ...(nickname === null ? [] : [nickname]), ...rows.map((row) => row.name)];
}

/** The ids that lead to the fighter, the present one first. */
export async function listIds(trx: Db, fighterId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('mergedFighters')
    .select('id')
    .where('fighterId', '=', fighterId)
    .execute();
  return [fighterId, ...rows.map(({ id }) => id)];
}

export async function deleteOldSlugs(trx: Db, fighterId: string): Promise<void> {
  await trx.deleteFrom('oldFighterSlugs').where('fighterId', '=', fighterId).execute();
}

/** In the texts of results, which are never changed otherwise. */
export async function forgetInResults(trx: Db, fighterId: string, names: readonly string[]): Promise<void> {
  const results = await trx
    .selectFrom('results')
    .select(['id', 'note', 'reason'])
    .where(sql<boolean>`${fighterId}::uuid in (red_fighter_id, blue_fighter_id)`)
    .where(sql<boolean>`(note is not null or reason is not null)`)
    .execute();
  for (const { id, ...texts } of results)
    await trx.updateTable('results').set(withoutNames(texts, names)).where('id', '=', id).execute();
}

/**
 * The ids of bouts, deleted ones too, in which the fighter ever was by the log. @param ids of the fighter, old ones too.
 * @param after only by what was logged since then,
 * with a minute for transactions that were under way.
 */
export async function listBoutsOnceWith(
  trx: Db,
  ids: readonly string[],
  after = new Date(0).toISOString(),
): Promise<string[]> {
  const isMentioned = sql.join(
    ids.map((id) => sql`before::text like ${`%${id}%`} or after::text like ${`%${id}%`}`),
    sql` or `,
  );
  const { rows } = await sql<{ id: string }>`
    select distinct entity_id as id from audit_entries where entity_type = 'bout' and created_at >= ${after}::timestamptz - interval '1 minute'
      and (${isMentioned})`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The time of the newest entry of the audit log; undefined when the log is empty. */
export async function newestEntry(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ at: string | null }>`select max(created_at) as at from audit_entries`.execute(
    db,
  );
  return rows[0]?.at ?? undefined;
}

interface Forgotten {
  /** Of the fighter, old ones too. */
  ids: readonly string[];
  boutIds: readonly string[];
  names: readonly string[];
}

/** The log keeps who did what and when; of the person it keeps nothing. */
export async function forgetInAudit(trx: Db, { ids, boutIds, names }: Forgotten): Promise<void> {
  const fields = [...personalFields];
  await sql`
    update audit_entries set before = before - ${fields}::text[], after = after - ${fields}::text[]
    where entity_type = 'fighter' and entity_id = any(${ids})`.execute(trx);
  const { rows } = await sql<{ id: string; before: AuditedFields | null; after: AuditedFields | null }>`
    select id, before, after from audit_entries
    where entity_type = 'bout' and entity_id = any(${boutIds})
      or entity_type = 'result' and entity_id in (
        select id::text from results where red_fighter_id = ${ids[0]} or blue_fighter_id = ${ids[0]})`.execute(
    trx,
  );
  for (const { id, ...fields } of rows) {
    const { before, after } = withoutNames(fields, names);
    await trx.updateTable('auditEntries').set({ before, after }).where('id', '=', id).execute();
  }
}
