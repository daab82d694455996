import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Fields, whereFilter } from '../../lists/apply-list-query.ts';
import { conditionsOn, type FieldCondition, type Filter } from '../../lists/list-query.ts';

/**
 * The fields by which accesses are found, for the list and the export alike.
 *
 * A name or an address is looked up in its own table first. A few ids are found by an index of the accesses. When it is
 * nearly all of them, as in the first letters that somebody types, the few others are excluded. Only what lies between
 * is compared row by row. The database cannot know beforehand which it will be, and the wrong way takes seconds among a
 * million accesses.
 */
const fewIds = 500;

const lookups = {
  'event.name': { table: 'events', column: 'events.name', id: 'accesses.eventId' },
  'user.name': { table: 'users', column: 'users.name', id: 'accesses.userId' },
  email: { table: 'users', column: 'users.email', id: 'accesses.userId' },
} as const;

type LookupField = keyof typeof lookups;

/** The ids that a lookup finds, or those that it does not find; undefined when both are many. */
type Ids = { only: string[] } | { allBut: string[] } | undefined;

type Found = ReadonlyMap<FieldCondition, Ids>;

/** @param now the instant that the states are about. */
export async function accessFilterFields(db: Db, filter: Filter | undefined, now: Date): Promise<Fields> {
  const instant = sql`${now.toISOString()}::timestamptz`;
  const isOpen = sql`(accesses.end_date is null or accesses.end_date > ${instant})`;
  const states: Record<string, Expression<SqlBool>> = {
    waiting: sql`(accesses.email is not null)`,
    past: sql`(accesses.email is null and accesses.end_date is not null and accesses.end_date <= ${instant})`,
    future: sql`(accesses.email is null and accesses.start_date > ${instant} and ${isOpen})`,
    current: sql`(accesses.email is null and accesses.start_date <= ${instant} and ${isOpen})`,
  };
  // One after the other: a filter of fifty names must not take every connection at once.
  const events = await lookUp(db, filter, 'event.name');
  const names = await lookUp(db, filter, 'user.name');
  const emails = await lookUp(db, filter, 'email');
  return {
    eventId: sql.ref('accesses.eventId'),
    blockId: sql.ref('accesses.blockId'),
    userId: sql.ref('accesses.userId'),
    startDate: sql.ref('accesses.startDate'),
    endDate: sql.ref('accesses.endDate'),
    // As ranges, which the database can estimate; the same as `accessState`.
    state: (_condition, { eq, ne }) => {
      const terms = [
        ...(eq === undefined ? [] : [states[String(eq)]]),
        ...(ne === undefined ? [] : [sql<SqlBool>`not ${states[String(ne)]}`]),
      ];
      return sql<SqlBool>`(${sql.join(terms, sql` and `)})`;
    },
    'event.name': (condition, asked) => idIn('event.name', condition, events.get(asked)),
    'user.name': (condition, asked) => idIn('user.name', condition, names.get(asked)),
    email: (condition, asked) => sql<SqlBool>`(${idIn('email', condition, emails.get(asked))}
      or (accesses.email is not null and ${condition(sql.ref('accesses.email'))}))`,
  };
}

async function lookUp(db: Db, filter: Filter | undefined, field: LookupField): Promise<Found> {
  const found = new Map<FieldCondition, Ids>();
  for (const asked of conditionsOn(filter, field)) found.set(asked, await idsOf(db, field, asked));
  return found;
}

async function idsOf(db: Db, field: LookupField, asked: FieldCondition): Promise<Ids> {
  const { table, column } = lookups[field];
  const few = async (filter: Filter) => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where(whereFilter(filter, { [field]: sql.ref(column) }))
      .limit(fewIds + 1)
      .execute();
    return rows.length > fewIds ? undefined : rows.map(({ id }) => id);
  };
  const only = await few({ [field]: asked });
  if (only) return { only };
  const allBut = await few({ NOT: { [field]: asked } });
  return allBut && { allBut };
}

type Condition = (column: ReturnType<typeof sql.ref>) => Expression<SqlBool>;

/** A waiting access has no user, which is no match. */
function idIn(field: LookupField, condition: Condition, ids: Ids): Expression<SqlBool> {
  const { table, column, id } = lookups[field];
  const own = sql.ref(id);
  const found =
    ids === undefined
      ? sql`${own} in (select id from ${sql.table(table)} where ${condition(sql.ref(column))})`
      : 'only' in ids
        ? sql`${own} = any(${ids.only}::uuid[])`
        : sql`not (${own} = any(${ids.allBut}::uuid[]))`;
  return sql`(${own} is not null and ${found})`;
}
