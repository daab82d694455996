import { type Kysely, sql } from 'kysely';

/**
 * A free order is also revoked by the server, when its buyer has the same already. Only what an organiser revokes cannot be
 * taken again for nothing.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table orders add revoked_by_server boolean not null default false`.execute(db);
}
