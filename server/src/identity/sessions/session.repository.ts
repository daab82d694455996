import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepare } from '../../db/prepare.ts';
import type { LoginSessionTable, RefreshTokenTable } from '../identity.tables.ts';

export interface LiveSession {
  userId: string;
  sessionId: string;
  email: string;
  permissions: string[];
  authenticatedAt: string;
  secondFactor: boolean;
  secondFactorAt: string | null;
  endsAt: string;
}

/** The session, its user and the user's permissions in one query, because every authenticated request runs it. */
export async function findLiveSession(
  db: Db,
  sessionId: string,
  userId: string,
  now: string,
): Promise<LiveSession | undefined> {
  const { rows } = await liveSession(db, { sessionId, userId, now });
  return rows[0];
}

const liveSession = prepare(['sessionId', 'userId', 'now'], selectLiveSession);

/** The same, as a part of a larger query. */
export function selectLiveSession(
  db: Db,
  { sessionId, userId, now }: { sessionId: string; userId: string; now: string },
) {
  return db
    .selectFrom('loginSessions')
    .innerJoin('users', 'users.id', 'loginSessions.userId')
    .select(['loginSessions.id as sessionId', 'users.id as userId', 'users.email'])
    .select(['loginSessions.authenticatedAt', 'loginSessions.endsAt'])
    .select(['loginSessions.secondFactor', 'loginSessions.secondFactorAt'])
    .select(
      sql<string[]>`array(
        select rp.permission_code from user_roles ur
          join role_permissions rp on rp.role_code = ur.role_code where ur.user_id = users.id
        union
        select up.permission_code from user_permissions up where up.user_id = users.id
      )`.as('permissions'),
    )
    .where('loginSessions.id', '=', sessionId)
    .where('users.id', '=', userId)
    .where('loginSessions.revokedAt', 'is', null)
    .where('loginSessions.endsAt', '>', now);
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
    .where('loginSessions.endsAt', '>', now)
    .where('refreshTokens.usedAt', 'is', null)
    .where('refreshTokens.expiresAt', '>', now)
    .select([
      'loginSessions.id',
      'loginSessions.userAgent',
      'loginSessions.createdAt',
      'loginSessions.endsAt',
    ])
    .select(['refreshTokens.createdAt as lastUsedAt', 'refreshTokens.expiresAt'])
    .orderBy('lastUsedAt', 'desc')
    .orderBy('loginSessions.id')
    .execute();
}

export async function insertSession(db: Db, session: Insertable<LoginSessionTable>): Promise<string> {
  const row = await db.insertInto('loginSessions').values(session).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Whether the user has signed in before, as far as the clean-up has left it. */
export async function hasSession(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('loginSessions')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRefreshToken(db: Db, token: Insertable<RefreshTokenTable>): Promise<void> {
  await db.insertInto('refreshTokens').values(token).execute();
}

interface RefreshedSession {
  sessionId: string;
  userId: string;
  remember: boolean;
  endsAt: string;
}

/**
 * Marks the token as used if it is valid, in one statement: of several calls at once exactly one gets the session.
 */
export async function spendRefreshToken(
  db: Db,
  token: { tokenHash: string; attempt: string | null; successorSeed: string | null; now: string },
): Promise<RefreshedSession | undefined> {
  const { tokenHash, attempt, successorSeed, now } = token;
  return db
    .updateTable('refreshTokens')
    .from('loginSessions')
    .set({ usedAt: now, attempt, successorSeed })
    .whereRef('loginSessions.id', '=', 'refreshTokens.sessionId')
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .where('refreshTokens.usedAt', 'is', null)
    .where('refreshTokens.expiresAt', '>', now)
    .where('loginSessions.revokedAt', 'is', null)
    .where('loginSessions.endsAt', '>', now)
    .returning(['loginSessions.id as sessionId', 'loginSessions.userId'])
    .returning(['loginSessions.remember', 'loginSessions.endsAt'])
    .executeTakeFirst();
}

/**
 * The session of a token that the same attempt has used before, while the token that followed it has not been used: its answer was
 * lost.
 */
export async function findRepeatedRefresh(
  db: Db,
  { tokenHash, attempt, now }: { tokenHash: string; attempt: string; now: string },
): Promise<(RefreshedSession & { successorSeed: string | null }) | undefined> {
  return db
    .selectFrom('refreshTokens')
    .innerJoin('loginSessions', 'loginSessions.id', 'refreshTokens.sessionId')
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .where('refreshTokens.attempt', '=', attempt)
    .where('refreshTokens.expiresAt', '>', now)
    .where('loginSessions.revokedAt', 'is', null)
    .where('loginSessions.endsAt', '>', now)
    .select(['loginSessions.id as sessionId', 'loginSessions.userId', 'refreshTokens.successorSeed'])
    .select(['loginSessions.remember', 'loginSessions.endsAt'])
    .executeTakeFirst();
}

/** @returns undefined when it has been used or has expired. */
export async function findUnusedToken(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<{ expiresAt: string } | undefined> {
  return db
    .selectFrom('refreshTokens')
    .select('expiresAt')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Whose token it is, used or expired ones aside. The session may have ended. */
export function findRefreshCaller(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<{ sessionId: string; userId: string } | undefined> {
  return db
    .selectFrom('refreshTokens')
    .innerJoin('loginSessions', 'loginSessions.id', 'refreshTokens.sessionId')
    .select(['loginSessions.id as sessionId', 'loginSessions.userId'])
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .where('refreshTokens.usedAt', 'is', null)
    .where('refreshTokens.expiresAt', '>', now)
    .executeTakeFirst();
}

export async function findRefreshToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('refreshTokens')
    .select(['sessionId', 'usedAt', 'attempt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

/** From now on the session ends with the browser's. There is no way back: that would make it longer. */
export async function forgetSession(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('loginSessions').set({ remember: false }).where('id', '=', sessionId).execute();
}

/** From now on the session has proved a second factor. */
export async function proveSecondFactor(db: Db, sessionId: string, now: string): Promise<void> {
  await db
    .updateTable('loginSessions')
    .set({ secondFactor: true, secondFactorAt: now })
    .where('id', '=', sessionId)
    .execute();
}

/**
 * The session's user has proved again who they are. A second factor stays proved: a password alone takes nothing away.
 * @returns false when the session has ended.
 */
export async function updateSessionProof(
  db: Db,
  sessionId: string,
  { authenticatedAt, secondFactor }: { authenticatedAt: string; secondFactor: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('loginSessions')
    .set({ authenticatedAt, ...(secondFactor ? { secondFactor, secondFactorAt: authenticatedAt } : {}) })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** @returns the new epoch; undefined: there is no such user. */
export async function forgetKnownDevices(db: Db, userId: string): Promise<number | undefined> {
  const row = await db
    .updateTable('users')
    .set(({ eb }) => ({ deviceEpoch: eb('deviceEpoch', '+', 1) }))
    .where('id', '=', userId)
    .returning('deviceEpoch')
    .executeTakeFirst();
  return row?.deviceEpoch;
}

/**
 * Ends all of the user's sessions, and no device is a known one any more.
 * @param exceptSessionId the calling device, which stays signed in.
 */
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
  await forgetKnownDevices(db, userId);
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
