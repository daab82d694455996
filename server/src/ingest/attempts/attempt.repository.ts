import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { AttemptRow } from './attempt.tables.ts';

export type ShownAttempt = Omit<AttemptRow, 'id' | 'ingestId'>;
export type NewAttempt = Omit<AttemptRow, 'id'>;

export const shownColumns = [
  'at',
  'count',
  'network',
  'protocol',
  'program',
  'refusal',
  'detail',
] as const satisfies ReadonlyArray<keyof ShownAttempt>;

/** How many are kept and shown. */
export const mostOfStream = 10;
const mostWithoutStream = 50;
/** What is alike and comes within this time is one row with a count. */
const alikeMs = 10 * 60_000;

/** The newest first. @param ingestId null: those that belong to no stream. */
export function listAttempts(db: Db, ingestId: string | null): Promise<ShownAttempt[]> {
  return db
    .selectFrom('encoderAttempts')
    .select(shownColumns)
    .where(sql<boolean>`ingest_id is not distinct from ${ingestId}::uuid`)
    .orderBy('at', 'desc')
    .limit(ingestId === null ? mostWithoutStream : mostOfStream)
    .execute();
}

/** Adds to the row of its kind, or begins one; then the oldest goes. */
export async function saveAttempt(db: Db, { count, at, ...kind }: NewAttempt): Promise<void> {
  const { ingestId, network, protocol, program, refusal, detail } = kind;
  const since = new Date(Date.parse(at) - alikeMs).toISOString();
  const alike = sql<string>`(
    select id from encoder_attempts
    where ingest_id is not distinct from ${ingestId}::uuid and at > ${since}::timestamptz
      and network is not distinct from ${network}::text and protocol = ${protocol} and refusal = ${refusal}
      and program is not distinct from ${program}::text and detail is not distinct from ${detail}::text
    order by at desc limit 1)`;
  const { numUpdatedRows } = await db
    .updateTable('encoderAttempts')
    .set((eb) => ({ count: eb('count', '+', count), at }))
    .where('id', '=', alike)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // The stream may be gone.
  await sql`
    insert into encoder_attempts (ingest_id, at, count, network, protocol, program, refusal, detail)
    select ${ingestId}::uuid, ${at}::timestamptz, ${count}, ${network}, ${protocol}, ${program}, ${refusal}, ${detail}
    where ${ingestId}::uuid is null or exists (select 1 from ingests where id = ${ingestId}::uuid)`.execute(
    db,
  );
  await db
    .deleteFrom('encoderAttempts')
    .where(
      'id',
      'in',
      sql<string>`(
        select id from encoder_attempts where ingest_id is not distinct from ${ingestId}::uuid
        order by at desc, id offset ${ingestId === null ? mostWithoutStream : mostOfStream})`,
    )
    .execute();
}

/** @returns how many. */
export async function deleteOldAttempts(db: Db, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('encoderAttempts')
    .where('id', 'in', (eb) =>
      eb.selectFrom('encoderAttempts').select('id').where('at', '<', before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
