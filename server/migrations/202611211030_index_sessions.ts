import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // Each session has one unused token: the list of a user's devices reads it.
  await db.schema
    .createIndex('refresh_tokens_unused')
    .on('refresh_tokens')
    .column('session_id')
    .where(sql.ref('used_at'), 'is', null)
    .execute();
  // For the clean-up. It finds leases by their start, because pings do not change it.
  await db.schema
    .createIndex('refresh_tokens_expires_at')
    .on('refresh_tokens')
    .column('expires_at')
    .execute();
  await db.schema
    .createIndex('login_sessions_revoked_at')
    .on('login_sessions')
    .column('revoked_at')
    .where(sql.ref('revoked_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('playback_leases_created_at')
    .on('playback_leases')
    .column('created_at')
    .execute();
}
