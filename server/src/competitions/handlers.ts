/** The handlers of this area. */
import { gather, type Needs } from '../contract/gather.ts';
import { usablePermissions } from '../identity/second-factor.rules.ts';
import { lockUser } from '../identity/user.repository.ts';
import { createFirstFiles } from '../media/origin/first-files.ts';
import { leaseStream } from '../playback/lease-stream.ts';
import { startLease } from '../playback/start-lease.ts';
import { calendarHandlers } from './calendar.handlers.ts';
import { cardHandlers } from './card.handlers.ts';
import { competitionHandlers } from './competition.handlers.ts';
import { profileHandlers } from './finding/profile.handlers.ts';
import { searchHandlers } from './finding/search.handlers.ts';
import { previewHandlers } from './preview.handlers.ts';
import { resultsHandlers } from './results.handlers.ts';
import type { SigningDeps } from './sign-stream.ts';
import { watchHandlers } from './watch.handlers.ts';

const gathered = gather(
  competitionHandlers,
  cardHandlers,
  profileHandlers,
  resultsHandlers,
  searchHandlers,
  calendarHandlers,
  previewHandlers,
  watchHandlers,
);

type Own =
  | 'usablePermissions'
  | 'startLease'
  | 'leaseStream'
  | 'firstFiles'
  | 'onRefusal'
  | 'onFailure'
  | 'onDelivered';

type Reason = Parameters<SigningDeps['onRefusal']>[1];
type Viewer = { userId: string } | { leaseId: string };

interface Platform extends Needs<typeof gathered, Own> {
  /** A key that never leaves the server. */
  secret: Buffer;
  findVideo: Parameters<typeof createFirstFiles>[0]['findVideo'];
  requireSecondFactor: boolean;
  refusals: { count(liveStreamId: string, reason: Reason, now: Date): void };
  evidence: {
    delivered(liveStreamId: string, viewer: Viewer, now: Date): void;
    failed(liveStreamId: string, viewer: Viewer, now: Date): void;
    refused(liveStreamId: string, reason: Reason, viewer: Viewer, now: Date): void;
  };
}

export function competitionsHandlers(platform: Platform) {
  const { db, now, secret, findVideo, refusals, evidence } = platform;
  return gathered({
    ...platform,
    usablePermissions: (session) => usablePermissions(session, platform.requireSecondFactor).permissions,
    startLease: (device, options) => startLease(db, device, { ...options, lockUser, now }),
    leaseStream: (device, liveStreamId, newest) =>
      leaseStream(db, device, liveStreamId, newest, { lockUser, now }),
    firstFiles: createFirstFiles({ signingKey: secret, findVideo, now: () => now().getTime() }),
    onRefusal(liveStreamId, reason, userId) {
      refusals.count(liveStreamId, reason, now());
      evidence.refused(liveStreamId, reason, { userId }, now());
    },
    onFailure: (liveStreamId, userId) => evidence.failed(liveStreamId, { userId }, now()),
    onDelivered: (lease) => evidence.delivered(lease.streamId, lease, now()),
  });
}
