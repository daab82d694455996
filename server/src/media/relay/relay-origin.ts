/**
 * What the owner of a live video gives to other servers: the same bytes as to its own viewers. It checks no lease:
 * the server that the viewer asks does that.
 */
import { createSecretKey } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '../media-reply.ts';
import { type Found, type OriginVideo, WaitRefused } from '../origin/origin-video.ts';
import { createSegmentSigner } from '../origin/segment-path.ts';
import { createRelayCheck, type RelayTarget, relayPrefix } from './relay-path.ts';

export interface RelayOriginOptions {
  /** HMAC-SHA256, shared by all servers. */
  signingKey: Buffer;
  serverId: string;
  /** Only what this server owns, so that two servers never ask each other in turn. */
  findOwn(videoId: string): OriginVideo | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}

type RelayRequest = FastifyRequest<{
  Params: RelayTarget & { sig: string; exp: string };
  Querystring: { msn?: string; part?: string };
}>;

export const relayOrigin: FastifyPluginAsync<RelayOriginOptions> = async (app, options) => {
  const { serverId, findOwn, now } = options;
  const key = createSecretKey(options.signingKey);
  const isSigned = createRelayCheck(key);
  const signSegment = createSegmentSigner(key);
  app.setChildLoggerFactory((logger) => logger);

  app.get(
    `${relayPrefix}/:sig/:exp/:serverId/:videoId/:kind/:rung/:name`,
    async (request: RelayRequest, reply) => {
      const { sig, exp, ...target } = request.params;
      const video = target.serverId === serverId ? findOwn(target.videoId) : undefined;
      if (!isSigned(sig, exp, target, now()) || video === undefined)
        throw refusal(reply, 'invalid-media-token');
      return send(reply, await find(video, target, request.query));
    },
  );
  app.get(`${relayPrefix}/*`, async (_request, reply) => {
    throw refusal(reply, 'not-found');
  });

  function find(
    video: OriginVideo,
    { kind, rung, name }: RelayTarget,
    { msn, part }: RelayRequest['query'],
  ): Found<string | { bytes: Buffer; etag: string }> {
    if (kind === 'init') return video.init(rung, name);
    if (kind === 'segment') return video.segment(rung, name);
    if (kind === 'master') return video.masterPlaylist('live');
    if (name !== 'live' && name !== 'live-iframes') return undefined;
    const wait = msn === undefined ? undefined : { msn: Number(msn), part: Number(part) };
    return Promise.try(() =>
      video.mediaPlaylist(rung, {
        mode: 'live',
        kind: name === 'live' ? 'media' : 'key-frames',
        isDelta: false,
        nowMs: now(),
        signSegment,
        wait,
      }),
    ).catch((error) => {
      if (error instanceof WaitRefused) return undefined;
      throw error;
    });
  }
};

function send(
  reply: FastifyReply,
  found: string | { bytes: Buffer; etag: string } | undefined,
): FastifyReply {
  if (found === undefined) throw refusal(reply, 'not-found');
  reply.header('cache-control', 'no-store').header('content-type', 'application/octet-stream');
  return typeof found === 'string' ? reply.send(found) : reply.header('etag', found.etag).send(found.bytes);
}
