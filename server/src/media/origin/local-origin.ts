/**
 * The server as an HLS origin. Two kinds of addresses: those of playlists carry the viewer's token, which opens
 * nothing without a look at the lease; those of segments are the same for every viewer and live for two minutes at
 * most. So a revoked viewer gets nothing new at once, whatever they kept is dead soon, any cache may keep segments,
 * and serving one needs no database.
 */
import { createSecretKey } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type MediaFile, mediaHeaders, refusal, sendImmutable } from '../media-reply.ts';
import type { PlaybackMode } from '../video-provider.ts';
import type { AddressReads } from './address-reads.ts';
import { CompressedPlaylists } from './compressed-playlists.ts';
import { type Found, type OriginVideo, type PlaylistRequest, WaitRefused } from './origin-video.ts';
import {
  createSegmentCheck,
  createSegmentSigner,
  segmentName,
  segmentPrefix,
  wholeRung,
} from './segment-path.ts';
import { createTokenCheck, type MediaToken, playlistPrefix } from './signed-path.ts';
import { replayAddressExpiresAt } from './timeline.ts';

export interface LocalOriginOptions {
  /** HMAC-SHA256, the same bytes as the provider's. */
  signingKey: Buffer;
  findVideo(videoId: string): Found<OriginVideo>;
  /** The video that the lease may play at this moment; undefined: nothing on this stream. */
  findPlayback(lease: {
    leaseId: string;
    streamId: string;
  }): Promise<{ videoId: string; isPreview?: boolean } | undefined>;
  /** Called for a viewer who may watch. @param hasVideo whether the origin has what they may watch. */
  onAllowed?(lease: { leaseId: string; streamId: string }, hasVideo: boolean): void;
  /** Undefined: an address is not counted. */
  reads?: AddressReads;
  /** Milliseconds since 1970. */
  now(): number;
}

type Query = Record<string, unknown>;
type TokenRequest = FastifyRequest<{
  Params: MediaToken & { rung: string; file: string };
  Querystring: Query;
}>;
type SegmentRequest = FastifyRequest<{ Params: Record<'sig' | 'exp' | 'videoId' | 'rung' | 'file', string> }>;

const playlistFile = /^(live|replay|whole)(-iframes)?\.m3u8$/;
const initFile = /^(init(?:-\d{1,15})?)\.mp4$/;

export const localOrigin: FastifyPluginAsync<LocalOriginOptions> = async (app, options) => {
  const { findVideo, findPlayback, reads, now } = options;
  const key = createSecretKey(options.signingKey);
  const isTokenValid = createTokenCheck(key);
  const isSegmentSigned = createSegmentCheck(key);
  const signSegment = createSegmentSigner(key);
  const compressed = new CompressedPlaylists();
  const tokenFolder = `${playlistPrefix}/:sig/:exp/:leaseId/:streamId/:videoId`;
  // Nothing else is logged about a segment request, so it needs no child logger.
  app.setChildLoggerFactory((logger) => logger);
  const method = ['GET', 'HEAD'];

  app.route({
    method,
    url: `${tokenFolder}/:file`,
    handler: async (request: TokenRequest, reply) => {
      const { video, isPreview } = await authorisedVideo(request, reply);
      const asked = playlistOf(request.params.file);
      if (asked?.mode === 'whole' && !isPreview) throw refusal(reply, 'invalid-media-token');
      const mode = asked?.kind === 'media' ? asked.mode : undefined;
      return sendPlaylist(request, reply, mode && (await video.masterPlaylist(mode)));
    },
  });

  app.route({
    method,
    url: `${tokenFolder}/:rung/:file`,
    handler: async (request: TokenRequest, reply) => {
      const { video, isPreview } = await authorisedVideo(request, reply);
      const { videoId, rung, file } = request.params;
      // The desk shows a preview in several windows, and plays it from one network.
      const counted = isPreview ? undefined : reads;
      const asked = playlistOf(file);
      if (asked?.mode === 'whole' && !isPreview) throw refusal(reply, 'invalid-media-token');
      if (asked !== undefined) {
        const directives = directivesOf(request.query);
        if (directives === undefined) throw refusal(reply, 'validation-error');
        const wanted = { ...asked, ...directives, nowMs: now(), signSegment };
        const playlist = await Promise.try(() => video.mediaPlaylist(rung, wanted)).catch((error) => {
          throw error instanceof WaitRefused ? refusal(reply, 'validation-error') : error;
        });
        // The viewer may have lost the right to watch while the playlist waited.
        if (directives.wait && (await playbackOf(request.params)) === undefined)
          throw refusal(reply, 'invalid-media-token');
        if (
          playlist &&
          asked.kind === 'media' &&
          counted?.mayReadPlaylist(request.params, playlist) === false
        )
          throw refusal(reply, 'invalid-media-token');
        return sendPlaylist(request, reply, playlist);
      }
      const initName = initFile.exec(file)?.[1];
      if (initName !== undefined) {
        const init = await video.init(rung, initName);
        if (init === undefined) throw refusal(reply, 'not-found');
        // It has no picture and is loaded once per rung, so it is not worth an address of its own.
        return void sendImmutable(request, reply, init, 'no-store');
      }
      const name = segmentName(file);
      if (name === undefined || !(await video.lists(rung, name, isPreview)))
        throw refusal(reply, 'not-found');
      if (counted?.mayReadSegment(request.params) === false) throw refusal(reply, 'invalid-media-token');
      // An address that a viewer had got before a trim must not open what was cut out.
      const isCutOut = isPreview && !(await video.lists(rung, name, false));
      const segment = { videoId, rung: isCutOut ? wholeRung(rung) : rung, name };
      // These stay in a playlist for longer than any address lives, so each segment is authorised by a redirect.
      return reply
        .headers(mediaHeaders)
        .header('cache-control', 'no-store')
        .redirect(signSegment(segment, replayAddressExpiresAt(now())), 302);
    },
  });

  // Not an async function, because nearly all requests are for segments, which are in memory.
  app.route({
    method,
    url: `${segmentPrefix}/:sig/:exp/:videoId/:rung/:file`,
    handler: (request: SegmentRequest, reply) => {
      const { sig, exp, videoId, rung, file } = request.params;
      const name = isPathTraversal(request.raw.url ?? '') ? undefined : segmentName(file);
      if (name === undefined) throw refusal(reply, 'not-found');
      const nowMs = now();
      if (!isSegmentSigned(sig, exp, { videoId, rung, name }, nowMs))
        throw refusal(reply, 'invalid-media-token');
      const send = (media: MediaFile | undefined) => {
        if (media === undefined) throw refusal(reply, 'not-found');
        sendImmutable(request, reply, media, cacheUntil(Number(exp), nowMs));
      };
      const video = findVideo(videoId);
      const media =
        video instanceof Promise
          ? video.then((found) => found?.segment(rung, name))
          : video?.segment(rung, name);
      return media instanceof Promise ? media.then(send) : send(media);
    },
  });

  // Paths of any other depth get a 404 here, so that the client's pages never answer them.
  for (const prefix of [playlistPrefix, segmentPrefix]) {
    app.route({
      method,
      url: `${prefix}/*`,
      handler: async (_request, reply) => {
        throw refusal(reply, 'not-found');
      },
    });
  }

  /** @throws problem 403 unless the token is genuine and its viewer may watch at this moment. */
  async function authorisedVideo({ raw, params, ip }: TokenRequest, reply: FastifyReply) {
    if (isPathTraversal(raw.url ?? '')) throw refusal(reply, 'not-found');
    if (!isTokenValid(params, now())) throw refusal(reply, 'invalid-media-token');
    const { leaseId, streamId, videoId } = params;
    const playback = await playbackOf(params);
    if (playback === undefined || reads?.mayReadFrom(params, ip) === false)
      throw refusal(reply, 'invalid-media-token');
    const video = await findVideo(videoId);
    options.onAllowed?.({ leaseId, streamId }, video !== undefined);
    if (video === undefined) throw refusal(reply, 'not-found');
    return { video, isPreview: playback.isPreview === true };
  }

  function sendPlaylist(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string | undefined,
  ): FastifyReply {
    if (text === undefined) throw refusal(reply, 'not-found');
    return sendText(reply, text, compressed.of(text, request.headers['accept-encoding']));
  }

  async function playbackOf({ leaseId, streamId, videoId }: MediaToken) {
    const playback = await findPlayback({ leaseId, streamId });
    return playback?.videoId === videoId ? playback : undefined;
  }
};

/** Signed paths contain neither `..` nor percent escapes, so such a request is a path traversal attempt. */
function isPathTraversal(url: string): boolean {
  if (!url.includes('..') && !url.includes('%')) return false;
  return /\.\.|%/.test(url.split('?', 1)[0] ?? '');
}

function playlistOf(file: string): Pick<PlaylistRequest, 'mode' | 'kind'> | undefined {
  const [, mode, keyFrames] = playlistFile.exec(file) ?? [];
  if (mode === undefined) return undefined;
  return { mode: mode as PlaybackMode, kind: keyFrames ? 'key-frames' : 'media' };
}

/**
 * What a low-latency player adds to the address of a playlist (RFC 8216bis, 6.2.5). Others, and unreadable ones, are
 * ignored. @returns undefined for a part of no segment.
 */
function directivesOf({
  _HLS_msn,
  _HLS_part,
  _HLS_skip,
}: Query): Pick<PlaylistRequest, 'wait' | 'isDelta'> | undefined {
  const read = (value: unknown) =>
    typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined;
  const [msn, part] = [read(_HLS_msn), read(_HLS_part)];
  if (msn === undefined && part !== undefined) return undefined;
  return {
    wait: msn === undefined ? undefined : { msn, part },
    isDelta: _HLS_skip === 'YES' || _HLS_skip === 'v2',
  };
}

/** A cache does not check signatures, so it must forget the answer when the signature expires. */
function cacheUntil(expSeconds: number, nowMs: number): string {
  return `public, max-age=${Math.floor(expSeconds - nowMs / 1000)}, must-revalidate`;
}

function sendText(reply: FastifyReply, text: string, compressed: Buffer | undefined): FastifyReply {
  if (compressed) reply.header('content-encoding', 'gzip');
  return reply
    .headers(mediaHeaders)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/vnd.apple.mpegurl')
    .header('vary', 'accept-encoding')
    .send(compressed ?? text);
}
