/** The devices of users that show reminders. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface BrowserSubscription {
  service: 'web';
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The services that carry messages to apps: Apple's and Google's. */
export type AppService = 'apns' | 'fcm';

export interface AppSubscription {
  service: AppService;
  /** The token of the device. */
  endpoint: string;
  p256dh: null;
  auth: null;
}

export type Subscription = BrowserSubscription | AppSubscription;

export function findSubscription(
  db: Db,
  sessionId: string,
): Promise<Pick<Subscription, 'service' | 'endpoint'> | undefined> {
  return db
    .selectFrom('pushSubscriptions')
    .select(['service', 'endpoint'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
}

/**
 * Until the end of the transaction no other device of the user is added, this one does not sign out, and nobody else
 * gives its address. @returns false when it has signed out.
 */
export async function lockDevice(
  trx: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  endpoint: string,
): Promise<boolean> {
  await sql`select id from users where id = ${userId} for no key update`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(trx);
  const { rows } = await sql`
    select id from login_sessions where id = ${sessionId} and revoked_at is null for share
  `.execute(trx);
  return rows.length > 0;
}

/** In place of the one of this session, and of another session of the same browser or app. The device must be locked. */
export async function putSubscription(
  trx: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const { service, endpoint, p256dh, auth } = subscription;
  // Messages that wait at this device for another session are not for this user.
  await trx
    .deleteFrom('pushSubscriptions')
    .where((eb) => eb.or([eb('sessionId', '=', sessionId), eb('endpoint', '=', endpoint)]))
    .where((eb) => eb.not(eb.and([eb('sessionId', '=', sessionId), eb('endpoint', '=', endpoint)])))
    .execute();
  await trx
    .insertInto('pushSubscriptions')
    .values({ sessionId, userId, service, endpoint, p256dh, auth, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ service, p256dh, auth }))
    .execute();
}

/** Keeps the `count` devices that were added last. */
export async function deleteSurplus(trx: Db, userId: string, count: number): Promise<void> {
  await trx
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where((eb) =>
      eb(
        'sessionId',
        'not in',
        eb
          .selectFrom('pushSubscriptions as kept')
          .select('kept.sessionId')
          .where('kept.userId', '=', userId)
          .orderBy('kept.createdAt', 'desc')
          .orderBy('kept.sessionId')
          .limit(count),
      ),
    )
    .execute();
}

/** @param endpoint nothing happens when the device has another one since. */
export async function deleteSubscription(db: Db, sessionId: string, endpoint?: string): Promise<void> {
  let query = db.deleteFrom('pushSubscriptions').where('sessionId', '=', sessionId);
  if (endpoint !== undefined) query = query.where('endpoint', '=', endpoint);
  await query.execute();
}
