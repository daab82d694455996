/** Builds the server without listening, so that every test gets a real one. It starts nothing in the background. */
import { promisify } from 'node:util';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { createCompetitionFeed } from './competitions/competition-feed.ts';
import { findPlayback, type PlaybackKey } from './competitions/find-playback.ts';
import { PlaybackMemory } from './competitions/playback-memory.ts';
import type { Config } from './config.ts';
import { type AppsConfig, noApps } from './config-apps.ts';
import type { OidcSettings } from './config-providers.ts';
import { bindContract } from './contract/bind.ts';
import * as crossOrigin from './contract/cross-origin-headers.ts';
import type { Changes } from './db/changes.ts';
import type { OpenDatabase } from './db/engines.ts';
import { createDeskFeed } from './desk/desk-feed.ts';
import { RefusalCounter } from './desk/refusal-counter.ts';
import { createHandlers } from './handlers.ts';
import { createAdmission, isOverloaded } from './health/admission.ts';
import type { Disk } from './health/free-disk.ts';
import { healthRoutes } from './health/health.ts';
import { installMetrics } from './health/metrics.ts';
import type { Pressure } from './health/pressure.ts';
import { watchRequestsInFlight } from './health/requests-in-flight.ts';
import { type ClientFolders, serveClient } from './http/client-files.ts';
import { answerOtherOrigins, keepCookiesFromApps } from './http/cross-origin.ts';
import { verifySameOrigin } from './http/csrf.ts';
import {
  answerOddRequests,
  installErrorHandler,
  type ServePage,
  sendClientError,
  sendFrameworkError,
} from './http/error-handler.ts';
import { boundConnections, type ConnectionLimits } from './http/limits/connections.ts';
import { boundBodyTime, type TimeLimits, timeLimits, timeOptions } from './http/limits/time-limits.ts';
import { refuseForwarded } from './http/local-requests.ts';
import { type LogStream, loggerOptions, RequestLog } from './http/log/logging.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { callbackFaultPage } from './identity/providers/callback-fault.ts';
import { createOidcClient } from './identity/providers/oidc-client.ts';
import { requireStepUp } from './identity/second-factor/require-step-up.ts';
import { usablePermissions } from './identity/second-factor/second-factor.rules.ts';
import { createKeyring } from './identity/sessions/keyring.ts';
import { findLiveSession } from './identity/sessions/session.repository.ts';
import type { SigningKeys } from './identity/sessions/signing-keys.ts';
import { createTokens } from './identity/sessions/tokens.ts';
import type { Ingest } from './ingest/ingest.ts';
import { demoMailRoutes } from './mail/demo-mail-routes.ts';
import { measurements } from './measurements.ts';
import { createFirstFiles } from './media/origin/first-files.ts';
import { localOrigin } from './media/origin/local-origin.ts';
import { createLocalProvider } from './media/origin/local-provider.ts';
import { loopedOrigin } from './media/origin/videos/looped-origin.ts';
import type { LoopedVideo } from './media/origin/videos/looped-video.ts';
import type { PictureEncoder } from './media/pictures/picture-encoder.ts';
import { pictureRoutes } from './media/pictures/picture-routes.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import { relayOrigin } from './media/relay/relay-origin.ts';
import { remoteOrigin } from './media/remote/remote-origin.ts';
import { withRemote } from './media/remote/remote-provider.ts';
import { createRemoteVideos } from './media/remote/remote-videos.ts';
import type { RemoteProvider } from './media/video-provider.ts';
import { appLinkRoutes } from './pages/app-link-routes.ts';
import { crawlerRoutes } from './pages/crawler-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { listPings } from './playback/lease.repository.ts';
import { PlaybackEvidence } from './shop/compensation/playback-evidence.ts';
import type { PaymentProvider } from './shop/payment-provider.ts';
import { noProvider } from './shop/provider-problems.ts';
import { OpenStreams } from './streams/open-streams.ts';
import { streamLimits } from './streams/stream-limits.ts';
import { version } from './version.ts';

export interface AppParts {
  config: Pick<
    Config,
    'publicUrl' | 'allowedOrigins' | 'trustProxy' | 'logLevel' | 'sessionMaxDays' | 'requireSecondFactor'
  >;
  /** Native apps; without it there are none. */
  apps?: AppsConfig;
  database: Omit<OpenDatabase, 'listen'>;
  /** Without it open streams hear of no change, and every playlist asks the database. */
  changes?: Changes;
  /** Without it refused devices are counted and forgotten. */
  refusals?: RefusalCounter;
  /** What viewers get; without it, it is counted and thrown away. */
  evidence?: PlaybackEvidence;
  signingKeys: SigningKeys;
  videos: ReadonlyMap<string, LoopedVideo>;
  ingest: Ingest;
  /** Without it all videos are this server's own. */
  remoteProvider?: RemoteProvider | undefined;
  /** Called when a recording may be ready; without it the job finds it later. */
  wakeReplays?: () => void;
  pictures: PictureStore;
  encoder: PictureEncoder;
  /** Sign-in providers. */
  providers?: readonly OidcSettings[];
  /** Built client and docs; undefined: only the API and the media. */
  clientFolders?: ClientFolders;
  /** Called after the commit of a transaction that adds mail to the outbox; without it the mail waits there. */
  wakeOutbox?: () => void;
  /** Without it nothing can be bought. */
  paymentProvider?: PaymentProvider | undefined;
  /** Called when something became due for the shop's job; without it the job finds it later. */
  wakeShop?: () => void;
  wakeCompensation?: () => void;
  /** The measures of overload; without it no request is shed. */
  pressure?: Pressure;
  /** The disk of the data; without it nothing watches for a full disk. */
  disk?: Disk;
  metricsToken?: string | undefined;
  /** Where mail goes, for people; undefined: into a folder. */
  mailServer?: string | undefined;
  /** The folder of the demo's mails; undefined: no page shows them. */
  demoMailFolder?: string;
  /** Refuses requests that do not come from this machine. */
  onlyLocal?: boolean;
  /** Without it nothing bounds the connections. */
  connections?: ConnectionLimits;
  /** Changes of the usual ones. */
  times?: Partial<TimeLimits>;
  /** The time of the database, which all servers on it share. */
  now: () => Date;
  /** undefined: standard output. */
  logStream?: LogStream | undefined;
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, signingKeys, videos, ingest, pictures, pressure, disk, now } = parts;
  const { refusals = new RefusalCounter(), evidence = new PlaybackEvidence() } = parts;
  const { db } = database;
  const { apps = noApps } = parts;
  const times = { ...timeLimits, ...parts.times };
  const timing = timeOptions(times, config.trustProxy.length > 0);
  const app = Fastify({
    logger: loggerOptions(config.logLevel, parts.logStream),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    logController: new RequestLog(config.logLevel),
    // Of requests that no operation describes; `bind.ts` sets the limit of each operation.
    bodyLimit: 4 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
    frameworkErrors: (error, request, reply) =>
      sendFrameworkError(error, request, reply, { servePage, headers: securityHeaders }),
    clientErrorHandler: sendClientError,
    ...timing,
    // Node's own answer to a request without a Host has no body; this server answers with a problem.
    http: { ...timing.http, requireHostHeader: false },
    // A request that arrives on an open connection during the stop is answered, with `Connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  const securityHeaders = addSecurityHeaders(app, {
    publicUrl: config.publicUrl,
    mediaHosts: parts.remoteProvider?.mediaHosts ?? [],
  });
  answerOtherOrigins(app, { appOrigins: apps.origins, ...crossOrigin });
  answerOddRequests(app);
  boundBodyTime(app, times);
  if (parts.onlyLocal) refuseForwarded(app);
  const requestsInFlight = watchRequestsInFlight(app);
  const streams = new OpenStreams(streamLimits(parts.connections));
  app.addHook('preClose', async () => streams.close());
  const connections = promisify(app.server.getConnections.bind(app.server));
  const metrics = installMetrics(app, {
    token: parts.metricsToken,
    sources: measurements({ database, now, pressure, disk, requestsInFlight, connections, streams }),
  });
  if (parts.connections)
    boundConnections(app, {
      limits: parts.connections,
      trustProxy: config.trustProxy,
      onRefuse: metrics.countRefusedConnection,
    });
  const servePage: ServePage = parts.clientFolders
    ? await serveClient(app, parts.clientFolders)
    : () => false;
  installErrorHandler(app, servePage, (request, status) =>
    callbackFaultPage(request, status, config.publicUrl),
  );
  await app.register(cookie);
  keepCookiesFromApps(app);
  const tokens = createTokens(
    createKeyring(db, {
      ...signingKeys,
      now,
      onError: (error) =>
        app.log.warn({ err: error }, 'the signing keys could not be read: the next token retries'),
    }),
  );
  const looped = new Map([...videos].map(([videoId, video]) => [videoId, loopedOrigin(videoId, video)]));
  const findVideo = (videoId: string) => looped.get(videoId) ?? ingest.broadcasts.videoOf(videoId);
  const localProvider = createLocalProvider({
    signingKey: signingKeys.mediaKey,
    knowsVideo: async (videoId) => videos.has(videoId) || (await ingest.broadcasts.knows(videoId)),
  });
  const { remoteProvider } = parts;
  const videoProvider = remoteProvider
    ? withRemote({ local: localProvider, remote: remoteProvider, signingKey: signingKeys.mediaKey })
    : localProvider;

  const onFeedError = (error: unknown) =>
    app.log.warn({ err: error }, 'a stream could not be read again: it is tried again soon');
  const competitionFeed = createCompetitionFeed(db, onFeedError);
  const deskFeed = createDeskFeed({ db, now, ingest }, onFeedError);
  for (const feed of [competitionFeed, deskFeed, ingest.broadcasts]) parts.changes?.subscribe(feed);
  const askDatabase = (key: PlaybackKey) => findPlayback(db, key, now());
  const playbackMemory =
    parts.changes &&
    new PlaybackMemory({
      ...{ changes: parts.changes, find: askDatabase, now },
      listPings: (leaseIds) => listPings(db, leaseIds),
    });

  await bindContract(app, {
    streams,
    handlers: createHandlers({
      db,
      now,
      tokens,
      sessionMaxDays: config.sessionMaxDays,
      secret: signingKeys.mediaKey,
      pushPublicKey: signingKeys.pushKey.publicKey,
      appPush: apps.push,
      ...{ videoProvider, remoteProvider },
      firstFiles: createFirstFiles({
        signingKey: signingKeys.mediaKey,
        findVideo,
        now: () => now().getTime(),
      }),
      wakeReplays: parts.wakeReplays ?? (() => {}),
      pictures,
      ingest,
      encoder: parts.encoder,
      publicUrl: config.publicUrl,
      requireSecondFactor: config.requireSecondFactor,
      wakeOutbox: parts.wakeOutbox ?? (() => {}),
      paymentProvider: parts.paymentProvider ?? noProvider,
      wakeShop: parts.wakeShop ?? (() => {}),
      wakeCompensation: parts.wakeCompensation ?? (() => {}),
      onPriceError: (error) =>
        app.log.warn({ err: error }, 'a price could not be renewed: the last known one stays'),
      ...{ allowedOrigins: config.allowedOrigins, returnUrls: apps.returnUrls },
      providers: (parts.providers ?? []).map(createOidcClient),
      ...{ competitionFeed, deskFeed, refusals, evidence, playbackMemory },
      system: {
        ...{ version, engine: database.engine, mailServer: parts.mailServer },
        payment: parts.paymentProvider && { name: parts.paymentProvider.name },
        video: { name: 'This server', videos: [...videos.keys()] },
        ingest: () => ingest.facts,
        remoteVideo: remoteProvider,
      },
    }),
    authentication: {
      readToken: (accessToken) => tokens.verifyAccessToken(accessToken, now()),
      async findUser({ sessionId, userId }) {
        const session = await findLiveSession(db, sessionId, userId, now().toISOString());
        return session && { ...session, ...usablePermissions(session, config.requireSecondFactor) };
      },
    },
    requireStepUp: (user) => requireStepUp(user, now()),
    admit: createAdmission({ pressure, disk, onShed: metrics.countShed }),
    verifySameOrigin: (request) => verifySameOrigin(request, config),
  });

  const origin = {
    signingKey: signingKeys.mediaKey,
    now: () => now().getTime(),
    onAllowed: (lease: PlaybackKey, hasVideo: boolean) =>
      hasVideo
        ? evidence.delivered(lease.streamId, lease, now())
        : evidence.failed(lease.streamId, lease, now()),
    findPlayback: async (lease: PlaybackKey) => {
      const asked = playbackMemory ? playbackMemory.find(lease) : askDatabase(lease);
      const playback = await asked.catch((error) => {
        evidence.failed(lease.streamId, lease, now());
        throw error;
      });
      if (playback === undefined) refusals.count(lease.streamId, 'playback-ended', now());
      return playback;
    },
  };
  await app.register(localOrigin, {
    ...origin,
    findVideo,
  });
  if (remoteProvider)
    await app.register(remoteOrigin, { ...origin, videos: createRemoteVideos(remoteProvider, now) });
  await app.register(relayOrigin, {
    ...{ signingKey: signingKeys.mediaKey, now: () => now().getTime() },
    serverId: ingest.broadcasts.serverId,
    findOwn: (videoId) => ingest.broadcasts.ownVideoOf(videoId),
  });
  await app.register(pictureRoutes, { pictures });
  await app.register(crawlerRoutes, { db, now, publicUrl: config.publicUrl });
  await app.register(appLinkRoutes, { apps, publicUrl: config.publicUrl });
  if (parts.clientFolders)
    await app.register(pageRoutes, {
      ...{ db, now, publicUrl: config.publicUrl },
      folder: parts.clientFolders.client,
      rendererFolder: parts.clientFolders.renderer,
      isOverloaded: () => isOverloaded(pressure),
    });
  if (parts.demoMailFolder) await app.register(demoMailRoutes, { folder: parts.demoMailFolder });
  await app.register(healthRoutes, { db, disk });
  return app;
}
