/** Records the writes that the server acknowledged to clients, and finds those that are missing. */
import { sql } from 'kysely';
import type { Db } from '../../src/db/database.ts';

/** For each kind of row, a statement that selects those of `ids` that exist. */
const places = {
  event: (ids) => sql`select id::text from events where id::text = any(${ids})`,
  access: (ids) => sql`select id::text from accesses where id::text = any(${ids})`,
  audit: (ids) =>
    sql`select entity_id::text as id from audit_entries where before is null and entity_id::text = any(${ids})`,
  account: (ids) => sql`select email as id from users where email = any(${ids})`,
  mail: (ids) => sql`select recipient as id from outbox_mails where recipient = any(${ids})`,
  session: (ids) => sql`select token_hash as id from refresh_tokens where token_hash = any(${ids})`,
  'spent token': (ids) =>
    sql`select token_hash as id from refresh_tokens where used_at is not null and token_hash = any(${ids})`,
  'ended session': (ids) =>
    sql`select id::text from login_sessions where revoked_at is not null and id::text = any(${ids})`,
  lease: (ids) => sql`select id::text from playback_leases where id::text = any(${ids})`,
  'ended lease': (ids) =>
    sql`select id::text from playback_leases where ended_at is not null and id::text = any(${ids})`,
} satisfies Record<string, (ids: string[]) => ReturnType<typeof sql>>;

export type Kind = keyof typeof places;

export interface Ledger {
  rows: Map<Kind, Set<string>>;
  /** Values that only grow: the stored value must be at least the last acknowledged one. */
  counters: Map<string, number>;
  acknowledged: number;
}

export const newLedger = (): Ledger => ({ rows: new Map(), counters: new Map(), acknowledged: 0 });

export function acknowledge(ledger: Ledger, ...rows: Array<[Kind, string]>): void {
  ledger.acknowledged += 1;
  for (const [kind, id] of rows) {
    const ids = ledger.rows.get(kind) ?? new Set();
    ledger.rows.set(kind, ids.add(id));
  }
}

/** @param name of an event, `event <id>`, or of the profile of an account, `profile <e-mail>`. */
export function acknowledgeCount(ledger: Ledger, name: string, count: number): void {
  ledger.acknowledged += 1;
  ledger.counters.set(name, count);
}

/** @returns a text for every acknowledged write that is missing. */
export async function listLost(db: Db, { rows, counters }: Ledger): Promise<string[]> {
  const lost: string[] = [];
  for (const [kind, ids] of rows) {
    const stored = await (places[kind]([...ids]) as ReturnType<typeof sql<{ id: string }>>).execute(db);
    const existing = new Set(stored.rows.map(({ id }) => id));
    lost.push(...[...ids].filter((id) => !existing.has(id)).map((id) => `${kind} ${id}`));
  }
  const values = await sql<{ name: string; count: string }>`
    select 'event ' || id as name, location ->> 'name' as count from events
    union all select 'profile ' || email, phone from users`.execute(db);
  const reached = new Map(values.rows.map(({ name, count }) => [name, Number(count)]));
  for (const [name, count] of counters) {
    if (!((reached.get(name) ?? -1) >= count)) lost.push(`${name}: ${reached.get(name)} after ${count}`);
  }
  return lost;
}

export function figuresOf({ rows, counters, acknowledged }: Ledger): string {
  const kinds = [...rows].map(([kind, ids]) => `${ids.size} ${kind}`);
  return `${acknowledged} writes acknowledged (${[...kinds, `${counters.size} changed`].join(', ')})`;
}
