import { type Kysely, sql } from 'kysely';

/** An organiser may move an order to another address. The addresses stand in the audit log alone. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table orders
      add column moved_at timestamptz,
      add column moved_by uuid references users (id) on delete set null`.execute(db);
}
