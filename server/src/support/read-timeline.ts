import type { Db } from '../db/database.ts';
import { deviceName } from '../identity/sessions/device-name.ts';
import { isLeaseLive } from '../playback/playback.rules.ts';
import { listOrdersOf } from '../shop/orders/order.repository.ts';
import { orderEntries } from './order-entries.ts';
import {
  listAccessChanges,
  listAccessesOf,
  listMailsTo,
  listPlaybackOf,
  listSignInsOf,
  rowLimit,
  type Viewer,
} from './timeline.repository.ts';
import { blank, describeChange, describeMail, type TimelineEntry, windowState } from './timeline.rules.ts';

interface Question {
  viewer: Viewer;
  eventId: string;
  block: { id: string; name: string; startDate: string; endDate: string };
  now: Date;
  mayReadOrders: boolean;
}

/** Reads what happened to a viewer, as the entries of each kind and as what rules ask for. */
export async function readTimeline(db: Db, { viewer, eventId, block, now, mayReadOrders }: Question) {
  const { userId, email } = viewer;
  const [accesses, leases, sessions, mails, orders] = await Promise.all([
    listAccessesOf(db, viewer, eventId),
    userId === null ? [] : listPlaybackOf(db, userId),
    userId === null ? [] : listSignInsOf(db, userId),
    listMailsTo(db, email),
    listOrdersOf(db, viewer, rowLimit),
  ]);
  const accessIds = accesses.map(({ id }) => id);
  const changes = await listAccessChanges(db, { userId, eventId: eventId.toLowerCase(), accessIds });

  const devices = leases.map((lease) => {
    const isLive = isLeaseLive(lease, now) && lease.isSignedIn;
    const endedAt = lease.endedAt ?? (isLive ? null : lease.pingedAt);
    const reason = lease.endReason ?? (isLive ? null : ('expiry' as const));
    return { ...lease, isLive, endedAt, reason, deviceName: deviceName(lease.userAgent) };
  });
  const signIns = sessions.map((session) => {
    const isLive = session.revokedAt === null && Date.parse(session.endsAt) > now.getTime();
    return { ...session, isLive, endedAt: session.revokedAt ?? (isLive ? null : session.endsAt) };
  });

  const entries: TimelineEntry[][] = [
    accesses.map((access) => ({
      ...blank,
      kind: 'access',
      id: access.id,
      at: access.startDate,
      until: access.endDate,
      state: access.userId === null ? 'waiting' : windowState(access, now),
      detail: `Access to ${access.blockName === null ? 'the whole event' : `"${access.blockName}"`}${access.isPaid ? ', paid' : ''}${access.isComplimentary ? `, complimentary: ${access.note}` : ''}`,
    })),
    changes.map(({ id, action, createdAt, actorName }) => ({
      ...blank,
      kind: 'access-change',
      id,
      at: createdAt,
      state: 'done',
      actorName,
      detail: describeChange(action),
    })),
    [
      {
        ...blank,
        kind: 'block',
        id: block.id,
        at: block.startDate,
        until: block.endDate,
        state: windowState(block, now),
        detail: `The block "${block.name}"`,
      },
    ],
    devices.map(({ id, createdAt, endedAt, isLive, reason, deviceName: name, eventName, blockName }) => ({
      ...blank,
      kind: 'playback-session',
      id,
      at: createdAt,
      until: endedAt,
      reason,
      deviceName: name,
      state: isLive ? 'live' : 'ended',
      detail: blockName === null ? 'Watched nothing yet' : `Watched "${blockName}" of "${eventName}"`,
    })),
    orderEntries(orders, mayReadOrders),
    signIns.map(({ id, createdAt, endedAt, isLive, userAgent }) => ({
      ...blank,
      kind: 'sign-in',
      id,
      at: createdAt,
      until: endedAt,
      deviceName: deviceName(userAgent),
      state: isLive ? 'live' : 'ended',
      detail: 'Signed in',
    })),
    mails.map(({ id, kind, createdAt, outcome, doneAt }) => ({
      ...blank,
      kind: 'mail',
      id,
      at: createdAt,
      until: doneAt,
      state: outcome ?? 'queued',
      detail: describeMail(kind),
    })),
  ];
  return { accesses, devices, signIns, entries };
}
