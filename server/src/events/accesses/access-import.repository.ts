/**
 * The SQL of an import. What looks at accesses, or writes them, goes in slices with a pause after each: a statement of the
 * embedded engine blocks the whole process.
 */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { AccessRow } from '../events.tables.ts';
import { accessColumns } from './access.repository.ts';
import type { AccessValues, ImportRow, KnownTargets } from './access-import.rules.ts';
import { findConfirmedOwners } from './waiting-access.repository.ts';

const sliceLength = 250;

/**
 * Locks events, then blocks, then users: the same order as for a single access, so that no deadlock is possible. They
 * cannot be deleted until the transaction ends.
 */
export async function lockImportTargets(db: Db, rows: ImportRow[]): Promise<KnownTargets> {
  const named = (field: keyof ImportRow['values']) => [
    ...new Set(rows.map(({ values }) => values[field]).filter((value) => value !== undefined)),
  ];
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('id', 'in', ids(named('eventId')))
    .orderBy('id')
    .forKeyShare()
    .execute();
  const blocks = await db
    .selectFrom('blocks')
    .select(['id', 'eventId'])
    .where('id', 'in', ids(named('blockId')))
    .orderBy('id')
    .forKeyShare()
    .execute();
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where((eb) => eb.or([eb('id', 'in', ids(named('userId'))), eb('email', 'in', texts(named('email')))]))
    .orderBy('id')
    .forKeyShare()
    .execute();
  const owners = await findConfirmedOwners(db, named('email'));
  return {
    owners,
    events: new Set(events.map(({ id }) => id)),
    blocks: new Map(blocks.map(({ id, eventId }) => [id, eventId])),
    users: new Map(users.map(({ id, email }) => [email, id])),
    userIds: new Set(users.map(({ id }) => id)),
  };
}

/**
 * The numbers of the rows whose exact access is stored already, paid or not. What waits for an address is stored too
 * when the account with the address has it, confirmed or not: an exported file that comes back changes nothing.
 */
export async function findStoredRows(db: Db, accesses: AccessValues[]): Promise<Set<number>> {
  const stored = new Set<number>();
  // No index serves `is not distinct from`. An index of the event or the date, which the planner takes when statistics are old,
  // would compare each row with the accesses of everybody.
  const isSame = sql`(old.event_id is not distinct from new.event_id
    and old.block_id is not distinct from new.block_id
    and old.start_date is not distinct from new.start_date
    and old.end_date is not distinct from new.end_date)`;
  for (const slice of slicesOf(accesses)) {
    const { rows } = await sql<{ number: number }>`
      with new as materialized (select * from ${recordset(slice)})
      select new.number from new join accesses old on old.email = new.email and ${isSame}
      union all
      select new.number from new left join users on users.email = new.email
      join accesses old on old.user_id = coalesce(new.user_id, users.id) and ${isSame}
    `.execute(db);
    for (const { number } of rows) stored.add(number);
    await setImmediate();
  }
  return stored;
}

/** @returns the inserted rows, without those that another transaction inserted at the same time. */
export async function insertAccesses(db: Db, accesses: AccessValues[]): Promise<AccessRow[]> {
  const inserted: AccessRow[] = [];
  for (const slice of slicesOf(accesses)) {
    const rows = await db
      .insertInto('accesses')
      .columns([
        ...(['userId', 'email', 'eventId', 'blockId', 'startDate', 'endDate'] as const),
        ...(['isComplimentary', 'note'] as const),
      ])
      .expression(
        sql`
          select new.user_id, new.email, new.event_id, new.block_id, new.start_date, new.end_date,
            new.is_complimentary, new.note
          from ${recordset(slice)} order by new."position"
        `,
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(accessColumns)
      .execute();
    inserted.push(...rows);
    await setImmediate();
  }
  return inserted;
}

function slicesOf<T>(rows: T[]): T[][] {
  const count = Math.ceil(rows.length / sliceLength);
  return Array.from({ length: count }, (_, slice) =>
    rows.slice(slice * sliceLength, (slice + 1) * sliceLength),
  );
}

function recordset(accesses: AccessValues[]): RawBuilder<unknown> {
  const records = accesses.map(
    ({ row, userId, email, eventId, blockId, startDate, endDate, ...given }, position) => ({
      position,
      number: row,
      user_id: userId,
      email,
      event_id: eventId,
      block_id: blockId,
      start_date: startDate,
      end_date: endDate,
      is_complimentary: given.isComplimentary,
      note: given.note,
    }),
  );
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as new (
    "position" int, number int, user_id uuid, email text, event_id uuid, block_id uuid, start_date timestamptz, end_date timestamptz,
    is_complimentary boolean, note text
  )`;
}

/** A list as one parameter instead of thousands. */
function texts(values: string[]): RawBuilder<string> {
  return sql<string>`(select item from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) item)`;
}

function ids(values: string[]): RawBuilder<string> {
  return sql<string>`(select item::uuid from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) item)`;
}
