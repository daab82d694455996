/** Collects the handlers of all areas. What an area must not import of another one, it gets here. */
import { randomUUID } from 'node:crypto';
import { auditHandlers } from './audit/audit.handlers.ts';
import { boutsHandlers } from './bouts/handlers.ts';
import { findCompetition } from './competitions/competition.repository.ts';
import { competitionsHandlers } from './competitions/handlers.ts';
import { hasLivePicture } from './competitions/live-picture.repository.ts';
import { renewWatching } from './competitions/renew-watching.ts';
import type { Handlers, OperationId } from './contract/operation.ts';
import { deskHandlers } from './desk/desk.handlers.ts';
import { venueDelayHandlers } from './desk/venue-delay.handlers.ts';
import { countAccessesOf } from './events/accesses/access.repository.ts';
import { eventsHandlers } from './events/handlers.ts';
import { fightersHandlers } from './fighters/handlers.ts';
import { historyHandlers } from './history/history.handlers.ts';
import { findConfirmation } from './identity/accounts/mail-tokens.ts';
import { identityHandlers } from './identity/handlers.ts';
import { limitAttempts } from './identity/limits/limit-attempts.ts';
import { usablePermissions } from './identity/second-factor.rules.ts';
import { deviceName } from './identity/sessions/device-name.ts';
import { findUser, findUserByEmail, lockUser } from './identity/user.repository.ts';
import { ingestHandlers } from './ingest/handlers.ts';
import { mediaHandlers } from './media/handlers.ts';
import { pictureFileNames } from './media/pictures/picture-files.ts';
import type { Platform } from './platform.ts';
import { playbackHandlers } from './playback/playback.handlers.ts';
import { remindersHandlers } from './reminders/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import type { SystemParts } from './settings/system.handlers.ts';
import { shopHandlers } from './shop/handlers.ts';
import { notifyComplimentary } from './shop/promotion/notify-complimentary.ts';
import { isKnownCode } from './shop/promotion/promotion.repository.ts';
import { explanationHandlers } from './support/explanation.handlers.ts';
import { version } from './version.ts';

export function createHandlers(platform: Platform): Handlers {
  const { db, now, originOf, knownDevices } = platform;
  const handlers = {
    ...auditHandlers(platform),
    ...boutsHandlers(platform),
    ...competitionsHandlers(platform),
    ...deskHandlers(platform),
    ...venueDelayHandlers(platform),
    ...eventsHandlers({
      ...platform,
      notify: (trx, request, accessIds) =>
        notifyComplimentary(trx, accessIds, { origin: originOf(request), now: now() }),
    }),
    ...fightersHandlers(platform),
    ...historyHandlers(platform),
    ...identityHandlers({ ...platform, countAccesses: countAccessesOf }),
    ...ingestHandlers(platform),
    ...mediaHandlers(platform),
    ...playbackHandlers({
      ...platform,
      lockUser,
      deviceName,
      hasLivePicture: (competition, choice) => hasLivePicture(db, { competition, ...choice }),
      renewLease: leaseRenewal(platform),
    }),
    ...remindersHandlers(platform),
    ...settingsHandlers({ ...platform, system: systemOf(platform) }),
    ...shopHandlers({
      ...platform,
      findCompetition: (idOrSlug) => findCompetition(db, idOrSlug, 'blocks'),
    }),
    ...explanationHandlers(platform),
  };
  handlers satisfies Record<Exclude<keyof typeof handlers, OperationId>, never>;
  return limitAttempts(handlers, {
    db,
    now,
    async isKnownDevice(request, email) {
      if (!knownDevices.hasProof(request)) return false;
      const owner = await findUserByEmail(db, email);
      return owner !== undefined && knownDevices.isKnown(request, owner);
    },
    proofsOfWork: platform.proofsOfWork,
    addressOf: async (userId) => (await findUser(db, userId))?.email,
    hasConfirmedAddress: async (userId) => (await findUser(db, userId))?.emailVerifiedAt != null,
    isKnownCode: (code) => isKnownCode(db, code),
    accountOfLink: async (token) => (await findConfirmation(db, token, now()))?.user,
  });
}

/** A renewed lease is remembered, so that its next playlists ask for nothing. */
function leaseRenewal({ db, requireSecondFactor, playbackMemory }: Platform) {
  const renew: Parameters<typeof playbackHandlers>[0]['renewLease'] = async (device, leaseId, now, place) => {
    const renewal = await renewWatching(db, device, leaseId, {
      usablePermissions: (session) => usablePermissions(session, requireSecondFactor).permissions,
      now,
      place,
    });
    const { lease, isRenewed } = renewal ?? {};
    if (isRenewed && lease?.liveStreamId)
      playbackMemory.renew({ leaseId: lease.id, streamId: lease.liveStreamId }, now.toISOString());
    return renewal;
  };
  return renew;
}

function systemOf(platform: Platform): SystemParts {
  const { database, ingest, pictures, paymentProvider, providers, remoteProvider, videos } = platform;
  const [fileName = ''] = pictureFileNames('wide');
  return {
    version,
    engine: database.engine,
    mailServer: platform.mailServer,
    video: { name: 'This server', videos: [...videos.keys()] },
    ingest: () => ingest.facts,
    remoteVideo: remoteProvider,
    payment: paymentProvider,
    // It asks for a picture that nobody has: only a store that is away fails.
    storage: { name: pictures.name, check: () => pictures.findSize(randomUUID(), fileName) },
    providers: providers.map(({ settings: { name, issuer }, check }) => ({ name, issuer, check })),
  };
}
