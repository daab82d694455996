/**
 * Playlists of a provider's videos, at an address of ours that carries the viewer's token: each request asks the lease,
 * as at our own origin, so a viewer who is revoked or evicted gets no further playlist. Segments come from the provider.
 */
import { createSecretKey } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../http/problems.ts';
import { mediaHeaders, refusal } from '../media-reply.ts';
import type { AddressReads } from '../origin/address-reads.ts';
import { createTokenCheck, type MediaToken } from '../origin/signed-path.ts';
import { RemoteRefusal } from '../video-provider.ts';
import type { RemoteVideos } from './remote-videos.ts';

export const remotePrefix = '/media/remote';

export interface RemoteOriginOptions {
  /** HMAC-SHA256, the same bytes as the provider's. */
  signingKey: Buffer;
  videos: RemoteVideos;
  /** The video that the lease may play at this moment; undefined: nothing on this stream. */
  findPlayback(lease: { leaseId: string; streamId: string }): Promise<{ videoId: string } | undefined>;
  /** Called for a viewer who may watch. @param hasVideo false: the provider is away. */
  onAllowed(lease: { leaseId: string; streamId: string }, hasVideo: boolean): void;
  reads: AddressReads;
  /** Counts a failure of the provider. */
  onFailure(): void;
  /** Milliseconds since 1970. */
  now(): number;
}

type TokenRequest = FastifyRequest<{ Params: MediaToken & { rung: string; file: string } }>;

const playlistFile = /^(live|replay)\.m3u8$/;
/** As `readMaster` names them. */
const isPicture = /^\d*p(-\d+)?$/;

export const remoteOrigin: FastifyPluginAsync<RemoteOriginOptions> = async (app, options) => {
  const { videos, findPlayback, reads, now } = options;
  const isTokenValid = createTokenCheck(createSecretKey(options.signingKey));
  const tokenFolder = `${remotePrefix}/:sig/:exp/:leaseId/:streamId/:videoId`;
  const method = ['GET', 'HEAD'];

  app.route({
    method,
    url: `${tokenFolder}/:file`,
    handler: async (request: TokenRequest, reply) => {
      const videoId = await authorisedVideo(request, reply);
      const mode = playlistFile.exec(request.params.file)?.[1] as 'live' | 'replay' | undefined;
      if (mode === undefined) throw refusal(reply, 'not-found');
      const master = await asked(request, reply, videos.master(videoId));
      return sendPlaylist(reply, master.text(mode));
    },
  });

  app.route({
    method,
    url: `${tokenFolder}/:rung/:file`,
    handler: async (request: TokenRequest, reply) => {
      const videoId = await authorisedVideo(request, reply);
      const { rung, file } = request.params;
      const list = await asked(request, reply, videos.list(videoId, rung));
      if (list && playlistFile.test(file)) {
        // Sound and captions have playlists of their own; a reader of these alone sees no picture.
        if (isPicture.test(rung) && !reads.mayReadPlaylist(request.params, list.text))
          throw refusal(reply, 'invalid-media-token');
        return sendPlaylist(reply, list.text);
      }
      const address = list?.files.get(file);
      if (address === undefined) throw refusal(reply, 'not-found');
      if (isPicture.test(rung) && !reads.mayReadSegment(request.params))
        throw refusal(reply, 'invalid-media-token');
      return reply.headers(mediaHeaders).header('cache-control', 'no-store').redirect(address.href, 302);
    },
  });

  // Paths of any other depth get a 404 here, so that the client's pages never answer them.
  app.route({
    method,
    url: `${remotePrefix}/*`,
    handler: async (_request, reply) => {
      throw refusal(reply, 'not-found');
    },
  });

  /** @throws problem 403 unless the token is genuine and its viewer may watch at this moment. */
  async function authorisedVideo({ params, ip }: TokenRequest, reply: FastifyReply): Promise<string> {
    const { leaseId, streamId, videoId } = params;
    if (!isTokenValid(params, now())) throw refusal(reply, 'invalid-media-token');
    const playback = await findPlayback({ leaseId, streamId });
    if (playback?.videoId !== videoId || !reads.mayReadFrom(params, ip))
      throw refusal(reply, 'invalid-media-token');
    return videoId;
  }

  /** A broadcast that has not begun is refused by the provider; players try again, as with every missing playlist. */
  async function asked<T>(
    { log, params }: TokenRequest,
    reply: FastifyReply,
    answer: Promise<T>,
  ): Promise<T> {
    const lease = { leaseId: params.leaseId, streamId: params.streamId };
    try {
      const given = await answer;
      options.onAllowed(lease, true);
      return given;
    } catch (error) {
      if (error instanceof RemoteRefusal) throw refusal(reply, 'not-found');
      options.onAllowed(lease, false);
      options.onFailure();
      log.warn({ err: error }, 'the video provider gave no playlist');
      reply.headers(mediaHeaders).header('cache-control', 'no-store');
      throw problem('service-unavailable', { headers: { 'retry-after': '2' } });
    }
  }
};

function sendPlaylist(reply: FastifyReply, playlist: string): FastifyReply {
  return reply
    .headers(mediaHeaders)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/vnd.apple.mpegurl')
    .send(playlist);
}
