/**
 * The server as an HLS origin. Playlists are never cached, and each request checks the lease, so a revoked
 * lease stops the video within a few segments. Segments never change and only their signature is checked:
 * any cache may keep them, and serving one needs no database.
 */
import { createSecretKey } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type MediaFile, mediaHeaders, refusal, sendImmutable } from '../media-reply.ts';
import type { PlaybackMode } from '../video-provider.ts';
import type { LoopedVideo } from './looped-video.ts';
import { livePlaylist, masterPlaylist, replayPlaylist } from './playlists.ts';
import { createTokenCheck, type MediaToken, mediaPathPrefix } from './signed-path.ts';
import { isSegmentAvailable, liveWindow, replayLoops } from './timeline.ts';

export interface LocalOriginOptions {
  /** HMAC-SHA256, the same bytes as the provider's. */
  signingKey: Buffer;
  /** videoId -> video. */
  videos: ReadonlyMap<string, LoopedVideo>;
  /** The video of a live lease; undefined: the lease has ended or belongs to another stream. */
  findPlayback(lease: { leaseId: string; streamId: string }): Promise<{ videoId: string } | undefined>;
  /** Milliseconds since 1970. */
  now(): number;
}

type Request = FastifyRequest<{ Params: MediaToken & { rung: string; file: string } }>;

const playlistFile = /^(live|replay)\.m3u8$/;
const segmentFile = /^(0|[1-9]\d{0,14})\.m4s$/;

export const localOrigin: FastifyPluginAsync<LocalOriginOptions> = async (app, options) => {
  const { videos, findPlayback, now } = options;
  const isTokenValid = createTokenCheck(createSecretKey(options.signingKey));
  const folder = `${mediaPathPrefix}/:sig/:exp/:leaseId/:streamId/:videoId`;
  // Nothing else is logged about a segment request, so it needs no child logger.
  app.setChildLoggerFactory((logger) => logger);
  const method = ['GET', 'HEAD'];

  app.route({
    method,
    url: `${folder}/:file`,
    handler: async (request: Request, reply) => {
      const video = authorisedVideo(request, reply);
      const mode = playlistMode(request.params.file);
      if (mode === undefined) throw refusal(reply, 'not-found');
      await requireLease(request, reply);
      return sendPlaylist(reply, masterPlaylist(video.rungs, mode));
    },
  });

  // Not an async function, because nearly all requests are for segments, which are in memory.
  app.route({
    method,
    url: `${folder}/:rung/:file`,
    handler: (request: Request, reply) => {
      const video = authorisedVideo(request, reply);
      const { rung, file } = request.params;
      const mode = playlistMode(file);
      if (mode !== undefined) return sendMediaPlaylist(request, reply, video, mode);
      const media = findMedia(video, rung, file, now());
      if (media === undefined) throw refusal(reply, 'not-found');
      sendImmutable(request, reply, media);
    },
  });

  // Paths of any other depth get a 404 here, so that the client's pages never answer them.
  app.route({
    method,
    url: `${mediaPathPrefix}/*`,
    handler: async (_request, reply) => {
      throw refusal(reply, 'not-found');
    },
  });

  async function sendMediaPlaylist(
    request: Request,
    reply: FastifyReply,
    video: LoopedVideo,
    mode: PlaybackMode,
  ) {
    if (video.init(request.params.rung) === undefined) throw refusal(reply, 'not-found');
    await requireLease(request, reply);
    return sendPlaylist(reply, mediaPlaylist(video, mode, now()));
  }

  function authorisedVideo({ raw, params }: Request, reply: FastifyReply): LoopedVideo {
    if (isPathTraversal(raw.url ?? '')) throw refusal(reply, 'not-found');
    if (!isTokenValid(params, now())) throw refusal(reply, 'invalid-media-token');
    const video = videos.get(params.videoId);
    if (video === undefined) throw refusal(reply, 'not-found');
    return video;
  }

  async function requireLease({ params }: Request, reply: FastifyReply): Promise<void> {
    const { leaseId, streamId, videoId } = params;
    const playback = await findPlayback({ leaseId, streamId });
    if (playback?.videoId !== videoId) throw refusal(reply, 'invalid-media-token');
  }
};

/** Signed paths contain neither `..` nor percent escapes, so such a request is a path traversal attempt. */
function isPathTraversal(url: string): boolean {
  if (!url.includes('..') && !url.includes('%')) return false;
  return /\.\.|%/.test(url.split('?', 1)[0] ?? '');
}

function playlistMode(file: string): PlaybackMode | undefined {
  return playlistFile.exec(file)?.[1] as PlaybackMode | undefined;
}

function mediaPlaylist(video: LoopedVideo, mode: PlaybackMode, nowMs: number): string {
  const { segmentSeconds, loopSegments } = video;
  return mode === 'live'
    ? livePlaylist(liveWindow(nowMs, segmentSeconds), segmentSeconds)
    : replayPlaylist(replayLoops * loopSegments, segmentSeconds);
}

function findMedia(video: LoopedVideo, rung: string, file: string, nowMs: number): MediaFile | undefined {
  if (file === 'init.mp4') return video.init(rung);
  const number = Number(segmentFile.exec(file)?.[1] ?? Number.NaN);
  if (!isSegmentAvailable(number, nowMs, video)) return undefined;
  return video.segment(rung, number);
}

function sendPlaylist(reply: FastifyReply, playlist: string): FastifyReply {
  return reply
    .headers(mediaHeaders)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/vnd.apple.mpegurl')
    .send(playlist);
}
