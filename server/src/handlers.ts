/** Collects the handlers of all areas and gives each area its dependencies. */
import type { FastifyRequest } from 'fastify';
import { auditHandlers } from './audit/audit.handlers.ts';
import { competitionHandlers } from './competitions/competition.handlers.ts';
import { findWatchedStream } from './competitions/competition.repository.ts';
import { mayKeepWatching } from './competitions/watching.rules.ts';
import { notImplementedHandlers } from './contract/not-implemented.ts';
import type { Handlers, OperationId } from './contract/operation.ts';
import type { Db } from './db/database.ts';
import { accessHandlers } from './events/accesses/access.handlers.ts';
import { countAccessesOf } from './events/accesses/access.repository.ts';
import { accessCsvHandlers } from './events/accesses/access-csv.handlers.ts';
import { blockHandlers } from './events/block.handlers.ts';
import { eventHandlers } from './events/event.handlers.ts';
import { liveStreamHandlers } from './events/live-stream.handlers.ts';
import { linkOrigin } from './http/link-origin.ts';
import { credentialHandlers } from './identity/accounts/credentials.handlers.ts';
import { emailHandlers } from './identity/accounts/email.handlers.ts';
import { passwordHandlers } from './identity/accounts/password.handlers.ts';
import { profileHandlers } from './identity/accounts/profile.handlers.ts';
import { roleHandlers } from './identity/authority/roles.handlers.ts';
import { userAccessHandlers } from './identity/authority/user-access.handlers.ts';
import { userHandlers } from './identity/authority/users.handlers.ts';
import { createKnownDevices } from './identity/limits/known-device.ts';
import { limitAttempts } from './identity/limits/limit-attempts.ts';
import type { OidcClient } from './identity/providers/oidc-client.ts';
import { providerHandlers } from './identity/providers/providers.handlers.ts';
import { deviceName } from './identity/sessions/device-name.ts';
import { loginSessionHandlers } from './identity/sessions/login-session.handlers.ts';
import { tokenHandlers } from './identity/sessions/tokens.handlers.ts';
import type { Tokens } from './identity/sessions/tokens.ts';
import { lockUser } from './identity/user.repository.ts';
import { imageHandlers } from './media/pictures/image.handlers.ts';
import type { PictureEncoder } from './media/pictures/picture-encoder.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import type { VideoProvider } from './media/video-provider.ts';
import { leaseStream } from './playback/lease-stream.ts';
import { playbackHandlers } from './playback/playback.handlers.ts';

export interface HandlerDeps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  /** A key that never leaves the server; other keys are derived from it. */
  secret: Buffer;
  videoProvider: VideoProvider;
  pictures: PictureStore;
  encoder: PictureEncoder;
  publicUrl: string | undefined;
  /** Called after the commit of a transaction that adds mail to the outbox. */
  wakeOutbox: () => void;
  allowedOrigins: readonly string[];
  providers: readonly OidcClient[];
}

export function createHandlers(deps: HandlerDeps): Handlers {
  const { db, now, tokens, secret, videoProvider, publicUrl, allowedOrigins, providers, wakeOutbox } = deps;
  const isSecure = (request: FastifyRequest) => (publicUrl ?? request.protocol).startsWith('https');
  const originOf = (request: FastifyRequest) => linkOrigin(request, publicUrl);

  const knownDevices = createKnownDevices(secret);

  const handlers = {
    ...eventHandlers({ db }),
    ...blockHandlers({ db }),
    ...liveStreamHandlers({ db, knowsVideo: videoProvider.knowsVideo }),
    ...accessHandlers({ db }),
    ...accessCsvHandlers({ db }),
    ...credentialHandlers({ db, now, tokens, knownDevices, isSecure, originOf, wakeOutbox }),
    ...emailHandlers({ db, now, originOf, wakeOutbox }),
    ...passwordHandlers({ db, now, originOf, wakeOutbox }),
    ...tokenHandlers({ db, now, tokens, isSecure }),
    ...loginSessionHandlers({ db, now, isSecure }),
    ...profileHandlers({ db, now }),
    ...providerHandlers({ db, now, tokens, isSecure, providers, publicUrl, allowedOrigins }),
    ...roleHandlers({ db }),
    ...userHandlers({ db, now, originOf, wakeOutbox, countAccesses: countAccessesOf }),
    ...userAccessHandlers({ db }),
    ...auditHandlers({ db }),
    ...imageHandlers({ db, pictures: deps.pictures, encoder: deps.encoder }),
    ...competitionHandlers({
      db,
      now,
      videoProvider,
      publicUrl,
      leaseStream: (device, liveStreamId) => leaseStream(db, device, liveStreamId, { lockUser, now }),
    }),
    ...playbackHandlers({
      db,
      now,
      lockUser,
      deviceName,
      isStillEntitled: async ({ userId, permissions }, liveStreamId) => {
        const stream = await findWatchedStream(db, liveStreamId, userId);
        return stream !== undefined && mayKeepWatching({ ...stream, permissions, now: now() });
      },
    }),
    ...notImplementedHandlers(),
  };
  handlers satisfies Record<Exclude<keyof typeof handlers, OperationId>, never>;
  return limitAttempts(handlers, { db, now, knownDevice: knownDevices.nameOf });
}
