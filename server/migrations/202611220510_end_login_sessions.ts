import { type Kysely, sql } from 'kysely';

/**
 * When a session ends, however often its tokens are refreshed. The default is for servers of the version before, which
 * run on while servers are replaced one by one; this version says the end at each sign-in.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('login_sessions')
    .addColumn('ends_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now() + interval '90 days'`))
    .execute();
  await sql`update login_sessions set ends_at = created_at + interval '90 days'`.execute(db);
  await sql`
    update refresh_tokens t set expires_at = s.ends_at
    from login_sessions s where s.id = t.session_id and t.expires_at > s.ends_at
  `.execute(db);
}
