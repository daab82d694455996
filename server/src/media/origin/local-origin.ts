/**
 * The server as an HLS origin. Playlists are never cached and ask each time whether the lease still
 * plays, so revoking one stops the picture within a few segments. Segments never change and only their
 * signature is looked at: any cache may keep them, and serving one needs no database.
 */
import { createSecretKey } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { MediaFile } from '../media-file.ts';
import { mediaHeaders, refusal, sendImmutable } from '../media-reply.ts';
import type { LoopedVideo } from './looped-video.ts';
import { livePlaylist, masterPlaylist, type PlaybackMode, replayPlaylist } from './playlists.ts';
import { createTokenCheck, type MediaToken, mediaPathPrefix } from './signed-path.ts';
import { isSegmentThere, liveWindow, replayLoops } from './timeline.ts';

export interface LocalOriginOptions {
  /** HMAC-SHA256, the same bytes as the provider's. */
  signingKey: Buffer;
  /** videoId -> video. */
  videos: ReadonlyMap<string, LoopedVideo>;
  /** The video of a lease that plays now; undefined once it has ended or is not of this stream. */
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
  // A line about a segment needs no logger of its own: nothing else is said about that request.
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

  // The hot path: not an async function, since nearly all requests are for segments and wait for nothing.
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

  // Any other depth ends here too, and not with whatever serves the rest of the site.
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
    if (isClimbing(raw.url ?? '')) throw refusal(reply, 'not-found');
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

/** No address of ours has a dot-dot or needs an escape: whoever sends one is looking for a way out. */
function isClimbing(url: string): boolean {
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
  if (!isSegmentThere(number, nowMs, video)) return undefined;
  return video.segment(rung, number);
}

function sendPlaylist(reply: FastifyReply, playlist: string): FastifyReply {
  return reply
    .headers(mediaHeaders)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/vnd.apple.mpegurl')
    .send(playlist);
}
