/**
 * Pages of other origins (docs/product.md, section 40). The pages of native apps may call the API and read its answers
 * with bearer tokens alone: cookies neither come in nor go out, so that such a page can do nothing in the name of the
 * person who is signed in to the browser. Segments and pictures are open to all pages, so that a cache holds one answer.
 * Playlists are not, so that a copied address plays in no other page.
 * Cookies of a page of an app are removed before anything reads them, so no place that reads a cookie needs a check.
 * The price: such a page opens a sign-in with a provider in the browser of the system.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** It comes from a page of an app, and its cookies were removed. */
    isFromApp: boolean;
  }
}

interface Options {
  /** Compared as text: look-alikes, other ports and `null` are other origins. */
  appOrigins: readonly string[];
  /** What these pages may use of the API. */
  methods: readonly string[];
  requestHeaders: readonly string[];
  answerHeaders: readonly string[];
}

/** Chromium asks again after two hours at the latest. */
const preflightSeconds = '7200';

const mediaPreflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Range, If-Range, If-None-Match, If-Modified-Since',
  'access-control-max-age': preflightSeconds,
};

/** Not even under another spelling of its path is a playlist open. */
const openMedia = /^\/media\/(segments|pictures)\//;

/** Called before the first hook that refuses, so that a page can read the refusal, and before cookies are read. */
export function answerOtherOrigins(app: FastifyInstance, options: Options): void {
  const appOrigins = new Set(options.appOrigins);
  const apiPreflight = {
    'access-control-allow-methods': options.methods.join(', '),
    'access-control-allow-headers': options.requestHeaders.join(', '),
    'access-control-max-age': preflightSeconds,
  };
  const exposed = options.answerHeaders.join(', ');

  app.decorateRequest('isFromApp', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && appOrigins.has(origin)) {
      request.isFromApp = true;
      delete request.raw.headers.cookie;
    }
    const isMedia = request.url.startsWith('/media/');
    if (openMedia.test(request.url)) {
      reply.header('access-control-allow-origin', '*');
      if (isPreflight(request)) return void sendPreflight(reply, mediaPreflight);
    } else if ((isMedia || request.url.startsWith('/api/')) && appOrigins.size > 0) {
      // Also without an origin: a cache must not give the answer to a page that may not read it, or the other way round.
      reply.header('vary', 'Origin');
      if (request.isFromApp) {
        reply.header('access-control-allow-origin', origin);
        if (isPreflight(request)) return void sendPreflight(reply, isMedia ? mediaPreflight : apiPreflight);
        reply.header('access-control-expose-headers', exposed);
      }
    }
    done();
  });
}

/** Called after the plugin that writes cookies. */
export function keepCookiesFromApps(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.isFromApp) reply.removeHeader('set-cookie');
    done();
  });
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

function sendPreflight(reply: FastifyReply, headers: Record<string, string>): void {
  reply.code(204).headers(headers).send();
}
