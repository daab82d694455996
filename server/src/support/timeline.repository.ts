import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { LeaseEnd } from '../playback/playback.tables.ts';

/** Rows of each kind; one more than the timeline shows, so that the cut can be told. */
export const rowLimit = 101;

export interface Viewer {
  /** null: nobody has an account with the address. */
  userId: string | null;
  email: string;
}

/** The viewer's accesses to the event and its blocks, and those that wait for the address. */
export function listAccessesOf(db: Db, { userId, email }: Viewer, eventId: string) {
  return db
    .selectFrom('accesses')
    .leftJoin('blocks', 'blocks.id', 'accesses.blockId')
    .select([
      'accesses.id',
      'accesses.userId',
      'accesses.blockId',
      'accesses.startDate',
      'accesses.endDate',
      'accesses.note',
    ])
    .select('accesses.isComplimentary')
    .select((eb) => ['blocks.name as blockName', eb('accesses.orderId', 'is not', null).as('isPaid')])
    .where('accesses.eventId', '=', eventId)
    .where((eb) =>
      eb.or([eb('accesses.userId', '=', sql<string>`${userId}::uuid`), eb('accesses.email', '=', email)]),
    )
    .orderBy('accesses.startDate', 'desc')
    .orderBy('accesses.id', 'desc')
    .limit(rowLimit)
    .execute();
}

/** Who granted, changed and revoked them; those that were revoked are known only from the audit log. */
export async function listAccessChanges(
  db: Db,
  { userId, eventId, accessIds }: { userId: string | null; eventId: string; accessIds: string[] },
) {
  const { rows } = await sql<{ id: string; action: string; createdAt: string; actorName: string | null }>`
    with revoked as (
      select entity_id from audit_entries
      where action = 'deleteAccess' and before->>'userId' = ${userId} and before->>'eventId' = ${eventId}
      order by created_at desc limit ${rowLimit}
    )
    select entry.id, entry.action, entry.created_at, actor.name as actor_name
    from audit_entries entry left join users actor on actor.id = entry.actor_id
    where entry.entity_type = 'access'
      and entry.entity_id = any(${accessIds}::text[] || array(select entity_id from revoked))
    order by entry.created_at desc limit ${rowLimit}
  `.execute(db);
  return rows;
}

export async function listPlaybackOf(db: Db, userId: string) {
  const { rows } = await sql<{
    id: string;
    sessionId: string;
    createdAt: string;
    pingedAt: string;
    endedAt: string | null;
    endReason: LeaseEnd | null;
    userAgent: string | null;
    isSignedIn: boolean;
    blockName: string | null;
    eventName: string | null;
  }>`
    select lease.id, lease.session_id, lease.created_at, lease.pinged_at, lease.ended_at, lease.end_reason,
      device.user_agent, device.revoked_at is null as is_signed_in, blocks.name as block_name, events.name as event_name
    from playback_leases lease
    join login_sessions device on device.id = lease.session_id
    left join live_streams on live_streams.id = lease.live_stream_id
    left join blocks on blocks.id = live_streams.block_id
    left join events on events.id = blocks.event_id
    where lease.user_id = ${userId}
    order by lease.created_at desc limit ${rowLimit}
  `.execute(db);
  return rows;
}

export function listSignInsOf(db: Db, userId: string) {
  return db
    .selectFrom('loginSessions')
    .select(['id', 'userAgent', 'createdAt', 'endsAt', 'revokedAt', 'secondFactor'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(rowLimit)
    .execute();
}

/** Kind, time and state; the contents stay where they are. */
export function listMailsTo(db: Db, email: string) {
  return db
    .selectFrom('outboxMails')
    .select(['id', 'kind', 'createdAt', 'outcome', 'doneAt'])
    .where('recipient', '=', email)
    .orderBy('createdAt', 'desc')
    .limit(rowLimit)
    .execute();
}
