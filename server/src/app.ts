/** Builds the server without listening, so that every test gets a real one. It starts nothing in the background. */
import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { OidcSettings } from './config-providers.ts';
import { bindContract } from './contract/bind.ts';
import type { OpenDatabase } from './db/engines.ts';
import { createHandlers } from './handlers.ts';
import { createAdmission } from './health/admission.ts';
import type { Disk } from './health/free-disk.ts';
import { healthRoutes } from './health/health.ts';
import { installMetrics } from './health/metrics.ts';
import type { Pressure } from './health/pressure.ts';
import { watchRequestsInFlight } from './health/requests-in-flight.ts';
import { type ClientFolders, serveClient } from './http/client-files.ts';
import { verifySameOrigin } from './http/csrf.ts';
import {
  answerOddRequests,
  installErrorHandler,
  sendClientError,
  sendFrameworkError,
} from './http/error-handler.ts';
import { refuseForwarded } from './http/local-requests.ts';
import { type LogStream, loggerOptions, RequestLog } from './http/logging.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { createOidcClient } from './identity/providers/oidc-client.ts';
import { createKeyring } from './identity/sessions/keyring.ts';
import { findLiveSession } from './identity/sessions/session.repository.ts';
import type { SigningKeys } from './identity/sessions/signing-keys.ts';
import { createTokens } from './identity/sessions/tokens.ts';
import { demoMailRoutes } from './mail/demo-mail-routes.ts';
import { measurements } from './measurements.ts';
import { localOrigin } from './media/origin/local-origin.ts';
import { createLocalProvider } from './media/origin/local-provider.ts';
import type { LoopedVideo } from './media/origin/looped-video.ts';
import type { PictureEncoder } from './media/pictures/picture-encoder.ts';
import { pictureRoutes } from './media/pictures/picture-routes.ts';
import type { PictureStore } from './media/pictures/picture-store.ts';
import { findPlayback } from './playback/find-playback.ts';

export interface AppParts {
  config: Pick<Config, 'publicUrl' | 'allowedOrigins' | 'trustProxy' | 'logLevel'>;
  database: OpenDatabase;
  signingKeys: SigningKeys;
  videos: ReadonlyMap<string, LoopedVideo>;
  pictures: PictureStore;
  encoder: PictureEncoder;
  /** Sign-in providers. */
  providers?: readonly OidcSettings[];
  /** Built client and docs; undefined: only the API and the media. */
  clientFolders?: ClientFolders;
  /** Called after the commit of a transaction that adds mail to the outbox; without it the mail waits there. */
  wakeOutbox?: () => void;
  /** The measures of overload; without it no request is shed. */
  pressure?: Pressure;
  /** The disk of the data; without it nothing watches for a full disk. */
  disk?: Disk;
  metricsToken?: string | undefined;
  /** The folder of the demo's mails; undefined: no page shows them. */
  demoMailFolder?: string;
  /** Refuses requests that do not come from this machine. */
  onlyLocal?: boolean;
  now?: () => Date;
  /** undefined: standard output. */
  logStream?: LogStream | undefined;
}

export const builtClient: ClientFolders = {
  client: fileURLToPath(new URL('../../web/dist/', import.meta.url)),
  docs: fileURLToPath(new URL('../../openapi/dist/', import.meta.url)),
};

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, signingKeys, videos, pictures, pressure, disk } = parts;
  const { db } = database;
  const now = parts.now ?? (() => new Date());
  const app = Fastify({
    logger: loggerOptions(config.logLevel, parts.logStream),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    logController: new RequestLog(config.logLevel),
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
    // Enough for a picture of 10 MB at 1 Mbit/s.
    requestTimeout: 120_000,
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: sendClientError,
    // Node's own answer to a request without a Host has no body; this server answers with a problem.
    http: { requireHostHeader: false, headersTimeout: 30_000 },
    // A request that arrives on an open connection during the stop is answered, with `Connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  addSecurityHeaders(app, config.publicUrl);
  answerOddRequests(app);
  if (parts.onlyLocal) refuseForwarded(app);
  const requestsInFlight = watchRequestsInFlight(app);
  const metrics = installMetrics(app, {
    token: parts.metricsToken,
    sources: measurements({ database, now, pressure, disk, requestsInFlight }),
  });
  installErrorHandler(app, parts.clientFolders && (await serveClient(app, parts.clientFolders)));
  await app.register(cookie);
  const tokens = createTokens(
    createKeyring(db, {
      ...signingKeys,
      now,
      onError: (error) =>
        app.log.warn({ err: error }, 'the signing keys could not be read: the next token retries'),
    }),
  );
  const videoProvider = createLocalProvider({ signingKey: signingKeys.mediaKey, videos });

  await bindContract(app, {
    handlers: createHandlers({
      db,
      now,
      tokens,
      secret: signingKeys.mediaKey,
      videoProvider,
      pictures,
      encoder: parts.encoder,
      publicUrl: config.publicUrl,
      wakeOutbox: parts.wakeOutbox ?? (() => {}),
      allowedOrigins: config.allowedOrigins,
      providers: (parts.providers ?? []).map(createOidcClient),
    }),
    authenticate: async (accessToken) => {
      const claims = await tokens.verifyAccessToken(accessToken, now());
      return claims && findLiveSession(db, claims.sessionId, claims.userId);
    },
    admit: createAdmission({ pressure, disk, onShed: metrics.countShed }),
    verifySameOrigin: (request) => verifySameOrigin(request, config),
  });

  await app.register(localOrigin, {
    signingKey: signingKeys.mediaKey,
    videos,
    now: () => now().getTime(),
    findPlayback: (lease) => findPlayback(db, lease, now()),
  });
  await app.register(pictureRoutes, { pictures });
  if (parts.demoMailFolder) await app.register(demoMailRoutes, { folder: parts.demoMailFolder });
  await app.register(healthRoutes, { db, disk });
  return app;
}
