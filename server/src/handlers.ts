/** Collects the handlers of all areas and gives each area its dependencies. */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { auditHandlers } from './audit/audit.handlers.ts';
import { calendarHandlers } from './competitions/calendar.handlers.ts';
import { competitionHandlers } from './competitions/competition.handlers.ts';
import { findCompetition } from './competitions/competition.repository.ts';
import type { CompetitionFeed } from './competitions/competition-feed.ts';
import { hasLivePicture } from './competitions/live-picture.repository.ts';
import type { PlaybackMemory } from './competitions/playback-memory.ts';
import { previewHandlers } from './competitions/preview.handlers.ts';
import { renewWatching } from './competitions/renew-watching.ts';
import type { SigningDeps } from './competitions/sign-stream.ts';
import { watchHandlers } from './competitions/watch.handlers.ts';
import type { AppPushConfig } from './config-push.ts';
import type { Handlers, OperationId } from './contract/operation.ts';
import type { Db } from './db/database.ts';
import { deskHandlers } from './desk/desk.handlers.ts';
import type { DeskFeed } from './desk/desk-feed.ts';
import type { RefusalCounter } from './desk/refusal-counter.ts';
import { accessHandlers } from './events/accesses/access.handlers.ts';
import { countAccessesOf } from './events/accesses/access.repository.ts';
import { accessCsvHandlers } from './events/accesses/access-csv.handlers.ts';
import { blockHandlers } from './events/block.handlers.ts';
import { eventHandlers } from './events/event.handlers.ts';
import { liveStreamHandlers } from './events/live-stream.handlers.ts';
import { historyHandlers } from './history/history.handlers.ts';
import { linkOrigin } from './http/link-origin.ts';
import { requestScheme } from './http/request-scheme.ts';
import { credentialHandlers } from './identity/accounts/credentials.handlers.ts';
import { deleteAccountHandlers } from './identity/accounts/delete-account.handlers.ts';
import { emailHandlers } from './identity/accounts/email.handlers.ts';
import { invitationHandlers } from './identity/accounts/invitation.handlers.ts';
import { findConfirmation } from './identity/accounts/mail-tokens.ts';
import { passwordHandlers } from './identity/accounts/password.handlers.ts';
import { profileHandlers } from './identity/accounts/profile.handlers.ts';
import { reportHandlers } from './identity/accounts/report.handlers.ts';
import { inviteHandlers } from './identity/authority/invite.handlers.ts';
import { manageUserHandlers } from './identity/authority/manage-user.handlers.ts';
import { roleHandlers } from './identity/authority/roles.handlers.ts';
import { signInWaysHandlers } from './identity/authority/sign-in-ways.handlers.ts';
import { userAccessHandlers } from './identity/authority/user-access.handlers.ts';
import { userHandlers } from './identity/authority/users.handlers.ts';
import { createKnownDevices } from './identity/limits/known-device.ts';
import { limitAttempts } from './identity/limits/limit-attempts.ts';
import { passkeyHandlers } from './identity/passkeys/passkey.handlers.ts';
import { passkeyLoginHandlers } from './identity/passkeys/passkey-login.handlers.ts';
import { configuredProviderHandlers } from './identity/providers/configured-providers.handlers.ts';
import type { OidcClient } from './identity/providers/oidc-client.ts';
import { providerHandlers } from './identity/providers/providers.handlers.ts';
import { checkCode } from './identity/second-factor/check-code.ts';
import { requireStepUp } from './identity/second-factor/require-step-up.ts';
import { secondFactorHandlers } from './identity/second-factor/second-factor.handlers.ts';
import { usablePermissions } from './identity/second-factor/second-factor.rules.ts';
import { stepUpHandlers } from './identity/second-factor/step-up.handlers.ts';
import { deviceName } from './identity/sessions/device-name.ts';
import { loginSessionHandlers } from './identity/sessions/login-session.handlers.ts';
import { tokenHandlers } from './identity/sessions/tokens.handlers.ts';
import type { Tokens } from './identity/sessions/tokens.ts';
import { lockUser } from './identity/user.repository.ts';
import { filmHandlers } from './ingest/films/film.handlers.ts';
import { ingestHandlers } from './ingest/ingest.handlers.ts';
import type { Ingest } from './ingest/ingest.ts';
import { recordingHandlers } from './ingest/recordings/recording.handlers.ts';
import { trimHandlers } from './ingest/trim.handlers.ts';
import type { createFirstFiles } from './media/origin/first-files.ts';
import { imageHandlers } from './media/pictures/image.handlers.ts';
import type { PictureEncoder } from './media/pictures/picture-encoder.ts';
import { pictureFileNames } from './media/pictures/picture-files.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import { remoteWebhooksHandlers } from './media/remote/remote-webhooks.handlers.ts';
import type { RemoteProvider, VideoProvider } from './media/video-provider.ts';
import { leaseStream } from './playback/lease-stream.ts';
import { playbackHandlers } from './playback/playback.handlers.ts';
import { startLease } from './playback/start-lease.ts';
import { pushHandlers } from './reminders/push/push.handlers.ts';
import { reminderHandlers } from './reminders/reminder.handlers.ts';
import { settingsHandlers } from './settings/settings.handlers.ts';
import { type SystemParts, systemHandlers } from './settings/system.handlers.ts';
import { buyingHandlers } from './shop/buying/buying.handlers.ts';
import { listPricedItems } from './shop/buying/buying.repository.ts';
import { offerHandlers } from './shop/buying/offer.handlers.ts';
import { priceHandlers } from './shop/buying/price.handlers.ts';
import { compensationHandlers } from './shop/compensation/compensation.handlers.ts';
import type { PlaybackEvidence } from './shop/compensation/playback-evidence.ts';
import { webhookHandlers } from './shop/fulfilment/webhook.handlers.ts';
import { orderHandlers } from './shop/orders/order.handlers.ts';
import { revocationHandlers } from './shop/orders/revocation.handlers.ts';
import type { PaymentProvider } from './shop/payment-provider.ts';
import { createPrices } from './shop/prices/prices.ts';
import { bundleHandlers } from './shop/promotion/bundle.handlers.ts';
import { countComplimentary } from './shop/promotion/complimentary.repository.ts';
import { notifyComplimentary } from './shop/promotion/notify-complimentary.ts';
import { promotionHandlers } from './shop/promotion/promotion.handlers.ts';
import { createPromotions } from './shop/promotion/promotions.ts';
import { explanationHandlers } from './support/explanation.handlers.ts';

export interface HandlerDeps {
  db: Db;
  now: () => Date;
  tokens: Tokens;
  sessionMaxDays: number;
  /** A key that never leaves the server; other keys are derived from it. */
  secret: Buffer;
  /** The public key for push messages. */
  pushPublicKey: string;
  /** The services by which push messages reach apps. */
  appPush: AppPushConfig;
  videoProvider: VideoProvider;
  /** With which files a video begins. */
  firstFiles: ReturnType<typeof createFirstFiles>;
  remoteProvider: RemoteProvider | undefined;
  wakeReplays: () => void;
  pictures: PictureStore;
  ingest: Ingest;
  encoder: PictureEncoder;
  publicUrl: string | undefined;
  /** Whether users with permissions need a second factor. */
  requireSecondFactor: boolean;
  /** Called after the commit of a transaction that adds mail to the outbox. */
  wakeOutbox: () => void;
  paymentProvider: PaymentProvider;
  /** Called when something became due for the shop's job. */
  wakeShop: () => void;
  /** Called when a compensation was confirmed. */
  wakeCompensation: () => void;
  /** A price could not be renewed in the background. */
  onPriceError: (error: unknown) => void;
  allowedOrigins: readonly string[];
  /** Where native apps take back a sign-in. */
  returnUrls: readonly string[];
  providers: readonly OidcClient[];
  competitionFeed: CompetitionFeed;
  deskFeed: DeskFeed;
  refusals: RefusalCounter;
  /** Undefined: nothing is remembered. */
  playbackMemory: PlaybackMemory | undefined;
  evidence: PlaybackEvidence;
  system: Omit<SystemParts, 'storage' | 'providers'>;
}

export function createHandlers(deps: HandlerDeps): Handlers {
  const {
    db,
    now,
    tokens,
    sessionMaxDays,
    secret,
    videoProvider,
    publicUrl,
    allowedOrigins,
    providers,
    wakeOutbox,
    paymentProvider: provider,
    wakeShop,
  } = deps;
  const isSecure = (request: FastifyRequest) => (publicUrl ?? requestScheme(request)).startsWith('https');
  const originOf = (request: FastifyRequest) => linkOrigin(request, publicUrl);

  const knownDevices = createKnownDevices(secret);
  const knownIssuers = providers.map(({ settings: { code, name, issuer, identityIssuer = issuer } }) => ({
    ...{ code, name, issuer: identityIssuer },
  }));

  const promotions = createPromotions({ db, provider, now });
  const prices = createPrices({ db, provider, now, onError: deps.onPriceError });

  const permissionsOf = (session: { permissions: string[]; secondFactor: boolean }) =>
    usablePermissions(session, deps.requireSecondFactor).permissions;
  const notify = (trx: Db, request: FastifyRequest, accessIds: string[]) =>
    notifyComplimentary(trx, accessIds, { origin: originOf(request), now: now() });

  const signing: SigningDeps = {
    videoProvider,
    publicUrl,
    usablePermissions: permissionsOf,
    onRefusal: (liveStreamId, reason, userId) => {
      deps.refusals.count(liveStreamId, reason, now());
      if (reason === 'stream-inactive') deps.evidence.denied(liveStreamId, { userId }, now());
    },
    onFailure: (liveStreamId, userId) => deps.evidence.failed(liveStreamId, { userId }, now()),
  };

  const handlers = {
    ...eventHandlers({ db }),
    ...blockHandlers({ db }),
    ...deskHandlers({ db, now, ingest: deps.ingest, feed: deps.deskFeed }),
    ...liveStreamHandlers({ db, knowsVideo: videoProvider.knowsVideo }),
    ...ingestHandlers({ db, now, ingest: deps.ingest }),
    ...recordingHandlers({ db, ingest: deps.ingest }),
    ...trimHandlers({ db, ingest: deps.ingest }),
    ...filmHandlers({ db, now, ingest: deps.ingest }),
    ...remoteWebhooksHandlers({
      ...{ now, provider: deps.remoteProvider, wakeReplays: deps.wakeReplays },
      wakeInputs: () => deps.ingest.remote?.wake(),
    }),
    ...accessHandlers({ db, now, notify, wakeOutbox }),
    ...accessCsvHandlers({ db, now, notify, wakeOutbox }),
    ...credentialHandlers({
      ...{ db, now, tokens, sessionMaxDays, knownDevices, isSecure, originOf, wakeOutbox },
      checkCode: (proof) => checkCode(db, proof),
    }),
    ...emailHandlers({ db, now, originOf, wakeOutbox }),
    ...passwordHandlers({
      ...{ db, now, originOf, wakeOutbox },
      requireStepUp: (user) => requireStepUp(user, now()),
    }),
    ...reportHandlers({ db, now, originOf, wakeOutbox }),
    ...passkeyHandlers({ db, now, publicUrl, originOf, wakeOutbox }),
    ...passkeyLoginHandlers({
      ...{ db, now, tokens, sessionMaxDays, knownDevices, isSecure, publicUrl, originOf, wakeOutbox },
    }),
    ...stepUpHandlers({ db, now, publicUrl, providers: knownIssuers }),
    ...tokenHandlers({ db, now, tokens, isSecure }),
    ...loginSessionHandlers({ db, now, isSecure }),
    ...profileHandlers({ db, now }),
    ...deleteAccountHandlers({ db, now, wakeOutbox, isSecure }),
    ...secondFactorHandlers({ db, now, isRequired: deps.requireSecondFactor, originOf, wakeOutbox }),
    ...providerHandlers({
      ...{ db, now, tokens, sessionMaxDays, knownDevices, isSecure, providers, publicUrl, allowedOrigins },
      ...{ mailOriginOf: originOf, wakeOutbox, returnUrls: deps.returnUrls },
    }),
    ...roleHandlers({ db }),
    ...userHandlers({ db, now, originOf, wakeOutbox, countAccesses: countAccessesOf }),
    ...userAccessHandlers({ db }),
    ...inviteHandlers({ db, now, originOf, wakeOutbox }),
    ...invitationHandlers({ db, now, originOf, wakeOutbox }),
    ...manageUserHandlers({ db, now, originOf, wakeOutbox }),
    ...configuredProviderHandlers({ db, providers, publicUrl }),
    ...signInWaysHandlers({ db, providers: knownIssuers }),
    ...explanationHandlers({ db, now, requireSecondFactor: deps.requireSecondFactor }),
    ...settingsHandlers({ db }),
    ...systemHandlers({ db, now, originOf, wakeOutbox, system: systemOf(deps) }),
    ...auditHandlers({ db }),
    ...imageHandlers({ db, pictures: deps.pictures, encoder: deps.encoder }),
    ...watchHandlers({
      ...{ db, now, ...signing, firstFiles: deps.firstFiles },
      startLease: (device, options) => startLease(db, device, { ...options, lockUser, now }),
      onDelivered: (lease) => deps.evidence.delivered(lease.streamId, lease, now()),
    }),
    ...competitionHandlers({
      ...{ db, now, ...signing },
      leaseStream: (device, liveStreamId, newest) =>
        leaseStream(db, device, liveStreamId, newest, { lockUser, now }),
      feed: deps.competitionFeed,
    }),
    ...calendarHandlers({ db, now, publicUrl }),
    ...previewHandlers({ db, now, videoProvider, publicUrl }),
    ...playbackHandlers({
      ...{ db, now, lockUser, deviceName },
      hasLivePicture: (competition, choice) => hasLivePicture(db, { competition, ...choice }),
      async renewLease(device, leaseId, instant, place) {
        const renewal = await renewWatching(db, device, leaseId, {
          usablePermissions: permissionsOf,
          now: instant,
          place,
        });
        const { lease, isRenewed } = renewal ?? {};
        if (isRenewed && lease?.liveStreamId)
          deps.playbackMemory?.renew(
            { leaseId: lease.id, streamId: lease.liveStreamId },
            instant.toISOString(),
          );
        return renewal;
      },
    }),
    ...historyHandlers({ db, now }),
    ...reminderHandlers({ db, now, secret, originOf }),
    ...pushHandlers({ db, now, publicKey: deps.pushPublicKey, appPush: deps.appPush }),
    ...buyingHandlers({ db, now, provider, prices, publicUrl, allowedOrigins, originOf, wakeShop }),
    ...offerHandlers({
      ...{ db, now, prices },
      findCompetition: (idOrSlug) => findCompetition(db, idOrSlug, 'blocks'),
    }),
    ...priceHandlers({ db, now, provider, prices }),
    ...bundleHandlers({ db, prices }),
    ...promotionHandlers({
      ...{ db, now, provider, promotions },
      listItems: (priceIds) => listPricedItems(db, priceIds),
    }),
    ...orderHandlers({
      ...{ db, now, originOf, wakeOutbox, wakeShop },
      countComplimentary: (eventId) => countComplimentary(db, eventId),
    }),
    ...revocationHandlers({ db, now, wakeOutbox }),
    ...webhookHandlers({
      ...{ db, now, provider, wakeOutbox, wakeShop },
      onPromotion: (id) => void promotions.learn(id).catch(deps.onPriceError),
    }),
    ...compensationHandlers({ db, now, originOf, wakeCompensation: deps.wakeCompensation }),
  };
  handlers satisfies Record<Exclude<keyof typeof handlers, OperationId>, never>;
  return limitAttempts(handlers, {
    ...{ db, now, knownDevice: knownDevices.nameOf },
    accountOfLink: async (token) => (await findConfirmation(db, token, now()))?.user,
  });
}

function systemOf({ system, pictures, providers }: HandlerDeps): SystemParts {
  const [fileName = ''] = pictureFileNames;
  return {
    ...system,
    // It asks for a picture that nobody has: only a store that is away fails.
    storage: { name: pictures.name, check: () => pictures.findSize(randomUUID(), fileName) },
    providers: providers.map(({ settings: { name, issuer }, check }) => ({ name, issuer, check })),
  };
}
