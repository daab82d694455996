/** Builds the server without listening, so that every test gets a real one. It starts nothing in the background. */
import { promisify } from 'node:util';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { bindContract } from './contract/bind.ts';
import * as crossOrigin from './contract/cross-origin-headers.ts';
import type { Authentication } from './contract/security.ts';
import { createHandlers } from './handlers.ts';
import { createAdmission, isOverloaded } from './health/admission.ts';
import { healthRoutes } from './health/health.ts';
import { installMetrics } from './health/metrics.ts';
import { watchRequestsInFlight } from './health/requests-in-flight.ts';
import { serveClient } from './http/client-files.ts';
import { answerOtherOrigins, keepCookiesFromApps } from './http/cross-origin.ts';
import { verifySameOrigin } from './http/csrf.ts';
import {
  answerOddRequests,
  installErrorHandler,
  type ServePage,
  sendClientError,
  sendFrameworkError,
} from './http/error-handler.ts';
import { readHiddenCookies } from './http/hidden-cookies.ts';
import { boundConnections } from './http/limits/connections.ts';
import { boundBodyTime, timeOptions } from './http/limits/time-limits.ts';
import { refuseForwarded } from './http/local-requests.ts';
import { RequestLog } from './http/log/logging.ts';
import { problem } from './http/problems.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { hashSecret } from './identity/one-time-secret.ts';
import { callbackFaultPage } from './identity/providers/callback-fault.ts';
import { requireFreshFactor, requireStepUp } from './identity/require-step-up.ts';
import { usablePermissions } from './identity/second-factor.rules.ts';
import { findLiveSession, findRefreshCaller } from './identity/sessions/session.repository.ts';
import { demoMailRoutes } from './mail/demo-mail-routes.ts';
import { measurements } from './measurements.ts';
import { mediaRoutes } from './media-routes.ts';
import { appLinkRoutes } from './pages/app-link-routes.ts';
import { crawlerRoutes } from './pages/crawler-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import type { Platform } from './platform.ts';
import { OpenStreams } from './streams/open-streams.ts';
import { streamLimits } from './streams/stream-limits.ts';

export async function buildApp(platform: Platform): Promise<FastifyInstance> {
  const { db, now, apps, clientFolders, connections, publicUrl, trustProxy } = platform;
  const framework: Framework = { servePage: () => false, headers: {} };
  const app = createFramework(platform, framework);
  framework.headers = addSecurityHeaders(app, {
    publicUrl,
    mediaHosts: platform.remoteProvider?.mediaHosts ?? [],
  });
  answerOtherOrigins(app, { appOrigins: apps.origins, ...crossOrigin });
  answerOddRequests(app);
  boundBodyTime(app, platform.times);
  if (platform.onlyLocal) refuseForwarded(app);
  app.addHook('onRequest', async () => {
    if (platform.crash.hasBegun)
      throw problem('service-unavailable', {
        detail: 'The server has failed and starts again.',
        headers: { 'retry-after': '2', connection: 'close' },
      });
  });
  const streams = new OpenStreams(streamLimits(connections), (error) =>
    platform.failures.report('stream', error, 'a stream of events failed: it is closed'),
  );
  const metrics = installMetrics(app, {
    token: platform.metricsToken,
    sources: measurements({
      ...platform,
      requestsInFlight: watchRequestsInFlight(app),
      connections: promisify(app.server.getConnections.bind(app.server)),
      streams,
    }),
  });
  app.addHook('preClose', async () => streams.close());
  boundConnections(app, { limits: connections, trustProxy, onRefuse: metrics.countRefusedConnection });
  if (clientFolders) framework.servePage = await serveClient(app, clientFolders);
  installErrorHandler(app, framework.servePage, (request, status) =>
    callbackFaultPage(request, status, publicUrl),
  );
  await app.register(cookie);
  keepCookiesFromApps(app);
  readHiddenCookies(app, platform.isSecure);
  await bindContract(app, {
    streams,
    handlers: createHandlers(platform),
    authentication: authenticationOf(platform),
    requireStepUp: (user) => requireStepUp(user, now()),
    requireFreshFactor: (user) => requireFreshFactor(db, user, now()),
    admit: createAdmission({ ...platform, onShed: metrics.countShed }),
    verifySameOrigin: (request) => verifySameOrigin(request, platform),
  });
  await mediaRoutes(app, platform);
  await registerPages(app, platform);
  return app;
}

/** For errors before a route is found. Both are known a little later than the framework. */
interface Framework {
  servePage: ServePage;
  headers: Record<string, string>;
}

function createFramework({ log, logLevel, times, trustProxy }: Platform, about: Framework): FastifyInstance {
  const timing = timeOptions(times, trustProxy.length > 0);
  return Fastify({
    loggerInstance: log,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    logController: new RequestLog(logLevel),
    // Of requests that no operation describes; `bind.ts` sets the limit of each operation.
    bodyLimit: 4 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
    frameworkErrors: (error, request, reply) => sendFrameworkError(error, request, reply, about),
    clientErrorHandler: sendClientError,
    ...timing,
    // Node's own answer to a request without a Host has no body; this server answers with a problem.
    http: { ...timing.http, requireHostHeader: false },
    // A request that arrives on an open connection during the stop is answered, with `Connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
}

function authenticationOf(platform: Platform): Authentication {
  const { db, now, tokens, requireSecondFactor, sessionMemory } = platform;
  return {
    readToken: (accessToken) => tokens.verifyAccessToken(accessToken, now()),
    readRefreshToken: (token) => findRefreshCaller(db, hashSecret(token), now().toISOString()),
    async findUser(caller, mayRemember) {
      if (mayRemember) {
        const known = await sessionMemory.find(caller);
        return known && { ...known, permissions: [], withheldPermissions: [] };
      }
      const session = await findLiveSession(db, caller.sessionId, caller.userId, now().toISOString());
      return session && { ...session, ...usablePermissions(session, requireSecondFactor) };
    },
  };
}

async function registerPages(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now, apps, clientFolders, demoMailFolder, disk, pressure, publicUrl } = platform;
  await app.register(crawlerRoutes, { db, now, publicUrl });
  await app.register(appLinkRoutes, { apps, publicUrl });
  if (clientFolders)
    await app.register(pageRoutes, {
      db,
      now,
      publicUrl,
      folder: clientFolders.client,
      rendererFolder: clientFolders.renderer,
      isOverloaded: () => isOverloaded(pressure),
    });
  if (demoMailFolder) await app.register(demoMailRoutes, { folder: demoMailFolder });
  await app.register(healthRoutes, { db, disk });
}
