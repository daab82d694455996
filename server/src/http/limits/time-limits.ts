/**
 * How long a client may take for each part of a request, so that a slow or silent one does not stay for ever.
 * 15 seconds for the headers, 10 for the body, two minutes for an upload. Node has one time for all requests, so a
 * timer per body ends the others earlier. A large picture over a line slower than 1 Mbit/s fails.
 * A connection without a byte for 30 seconds is cut, also while the server writes. A deadline for each answer would
 * cut a phone that takes minutes for a segment and reads all the time.
 */
import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { endSlowRequest } from '../error-handler.ts';

export interface TimeLimits {
  headersMs: number;
  /** For the body of a route that does not say `isUpload`. */
  bodyMs: number;
  /** For the whole request: 10 MB at 1 Mbit/s. */
  uploadMs: number;
  /**
   * Without a byte in either direction; a client that never reads stays up to twice as long. A client that reads
   * slowly counts as silent until the kernel has sent a third of its buffer, so it must not be shorter. A stream of
   * events must send something more often.
   */
  idleMs: number;
  /** Between two requests. */
  keepAliveMs: number;
  /** How often Node looks at `headersMs` and `uploadMs`. */
  checkMs: number;
}

export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  bodyMs: 10_000,
  uploadMs: 120_000,
  idleMs: 30_000,
  keepAliveMs: 10_000,
  checkMs: 5_000,
};

/** A proxy must never send a request on a connection that is being closed, so the proxy closes it first. */
const keepAliveOfProxyMs = 75_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as the whole request. */
    isUpload?: boolean;
  }
}

export function timeOptions(times: TimeLimits, isBehindProxy: boolean) {
  return {
    connectionTimeout: times.idleMs,
    requestTimeout: times.uploadMs,
    keepAliveTimeout: isBehindProxy ? keepAliveOfProxyMs : times.keepAliveMs,
    // Node answers a slow body only when the limit of the headers has passed too.
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkMs },
  } satisfies FastifyHttpOptions<Server>;
}

/** Node has one time for all requests; this ends the ones that are not uploads earlier. */
export function boundBodyTime(app: FastifyInstance, { bodyMs }: TimeLimits): void {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (hasBody && !routeOptions.config.isUpload) {
      const timer = setTimeout(() => {
        if (raw.complete === false) endSlowRequest(raw.socket);
      }, bodyMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
