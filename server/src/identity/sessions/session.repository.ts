import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { LoginSessionTable, RefreshTokenTable } from '../identity.tables.ts';

export interface LiveSession {
  userId: string;
  sessionId: string;
  email: string;
  permissions: string[];
}

/** The session, its user and the user's permissions in one query, because every authenticated request runs it. */
export async function findLiveSession(
  db: Db,
  sessionId: string,
  userId: string,
): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`
    select s.id as session_id, u.id as user_id, u.email,
      array(
        select rp.permission_code from user_roles ur
          join role_permissions rp on rp.role_code = ur.role_code where ur.user_id = u.id
        union
        select up.permission_code from user_permissions up where up.user_id = u.id
      ) as permissions
    from login_sessions s
    join users u on u.id = s.user_id
    where s.id = ${sessionId} and u.id = ${userId} and s.revoked_at is null
  `.execute(db);
  return rows[0];
}

/**
 * The signed-in devices, the last used one first. Only the newest token of a session is unused: it was issued at the
 * last refresh, and the session ends when it expires.
 */
export function listLiveSessions(db: Db, userId: string, now: string) {
  return db
    .selectFrom('loginSessions')
    .innerJoin('refreshTokens', 'refreshTokens.sessionId', 'loginSessions.id')
    .where('loginSessions.userId', '=', userId)
    .where('loginSessions.revokedAt', 'is', null)
    .where('refreshTokens.usedAt', 'is', null)
    .where('refreshTokens.expiresAt', '>', now)
    .select(['loginSessions.id', 'loginSessions.userAgent', 'loginSessions.createdAt'])
    .select(['refreshTokens.createdAt as lastUsedAt', 'refreshTokens.expiresAt'])
    .orderBy('lastUsedAt', 'desc')
    .orderBy('loginSessions.id')
    .execute();
}

export async function insertSession(db: Db, session: Insertable<LoginSessionTable>): Promise<string> {
  const row = await db.insertInto('loginSessions').values(session).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function insertRefreshToken(db: Db, token: Insertable<RefreshTokenTable>): Promise<void> {
  await db.insertInto('refreshTokens').values(token).execute();
}

/**
 * Marks the token as used if it is valid, in one statement: of several calls at once exactly one gets the session.
 */
export async function spendRefreshToken(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<{ sessionId: string; userId: string; remember: boolean } | undefined> {
  return db
    .updateTable('refreshTokens')
    .from('loginSessions')
    .set({ usedAt: now })
    .whereRef('loginSessions.id', '=', 'refreshTokens.sessionId')
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .where('refreshTokens.usedAt', 'is', null)
    .where('refreshTokens.expiresAt', '>', now)
    .where('loginSessions.revokedAt', 'is', null)
    .returning(['loginSessions.id as sessionId', 'loginSessions.userId', 'loginSessions.remember'])
    .executeTakeFirst();
}

export async function findRefreshToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('refreshTokens')
    .select(['sessionId', 'usedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function updateSessionRemember(db: Db, sessionId: string, remember: boolean): Promise<void> {
  await db.updateTable('loginSessions').set({ remember }).where('id', '=', sessionId).execute();
}

/** Ends the session; its refresh tokens stop working too, because they need a live session. */
export async function revokeSession(db: Db, sessionId: string, now: string): Promise<void> {
  await db
    .updateTable('loginSessions')
    .set({ revokedAt: now })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Ends all of the user's sessions. @param exceptSessionId the calling device, which stays signed in. */
export async function revokeSessionsOfUser(
  db: Db,
  userId: string,
  now: string,
  exceptSessionId?: string,
): Promise<void> {
  let query = db
    .updateTable('loginSessions')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null);
  if (exceptSessionId !== undefined) query = query.where('id', '!=', exceptSessionId);
  await query.execute();
}

/**
 * Deletes refresh tokens that expired before `before`, and sessions that lose their last one. A used token stays until it
 * expires, because its replay must end the session. @returns the number of deleted tokens.
 */
export async function deleteExpiredTokens(db: Db, before: string, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const expired = trx
      .selectFrom('refreshTokens')
      .select('tokenHash')
      .where('expiresAt', '<', before)
      .orderBy('expiresAt')
      .limit(limit);
    const rows = await trx
      .deleteFrom('refreshTokens')
      .where('tokenHash', 'in', expired.forUpdate().skipLocked())
      .returning('sessionId')
      .execute();
    const sessionIds = [...new Set(rows.map(({ sessionId }) => sessionId))];
    if (sessionIds.length > 0) {
      await trx
        .deleteFrom('loginSessions')
        .where('id', 'in', sessionIds)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('refreshTokens')
                .select('tokenHash')
                .whereRef('refreshTokens.sessionId', '=', 'loginSessions.id'),
            ),
          ),
        )
        .execute();
    }
    return rows.length;
  });
}

/** Deletes sessions that ended before `before`, with their tokens. @returns the number of deleted sessions. */
export async function deleteRevokedSessions(db: Db, before: string, limit: number): Promise<number> {
  const ended = db
    .selectFrom('loginSessions')
    .select('id')
    .where('revokedAt', '<', before)
    .orderBy('revokedAt')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('loginSessions')
    .where('id', 'in', ended.forUpdate().skipLocked())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
