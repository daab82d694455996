/** Answers an operation with a stream of server-sent events, which stays open long after its handler has returned. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../http/error-handler.ts';
import { logAnswer } from '../http/log/logging.ts';
import type { Subscription } from '../streams/feed.ts';
import { type OpenStreams, streamHeaders } from '../streams/open-streams.ts';
import type { ContractOperation } from './document.ts';

export type Authorize = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

type StreamHandler = (call: object) => Promise<{ body: Subscription }>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checks the caller of a private stream. */
    authorize?: Authorize;
  }
}

export function isStream({ responses }: ContractOperation): boolean {
  return responses[200]?.content?.['text/event-stream'] !== undefined;
}

export function toStreamRoute(handler: StreamHandler, streams: OpenStreams) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params: path, query, body } = request;
    const place = streams.takePlace(request);
    try {
      const { body: subscription } = await handler({ path, query, body, request, reply });
      if (request.method !== 'HEAD') {
        streams.open(reply, place, subscription, recheckOf(request, reply));
        logAnswer(request, reply);
        return reply;
      }
      subscription.release();
    } catch (error) {
      place.free();
      throw error;
    }
    place.free();
    return reply.headers(streamHeaders).send();
  };
}

/** A private stream ends as soon as the same call would be refused. A lost database refuses nobody. */
function recheckOf(request: FastifyRequest, reply: FastifyReply): (() => Promise<boolean>) | undefined {
  const { authorize } = request.routeOptions.config;
  if (authorize === undefined) return undefined;
  return async () => {
    try {
      await authorize.call(request.server, request, reply);
      return true;
    } catch (error) {
      return ![401, 403].includes(toProblem(error).status);
    }
  };
}
