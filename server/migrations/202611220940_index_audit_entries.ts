import type { Kysely } from 'kysely';

/** The filters of the audit log, each in the order of time. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ['actor_id', 'action', 'entity_type']) {
    await db.schema
      .createIndex(`audit_entries_${column}`)
      .on('audit_entries')
      .columns([column, 'created_at', 'id'])
      .execute();
  }
}
