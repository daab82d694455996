/** Sends bytes that never change, for segments and pictures alike, and refuses requests for them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasMatch } from '../http/entity-tag.ts';
import { type ProblemCode, type ProblemError, problem } from '../http/problems.ts';
import { type ByteRange, parseByteRange } from './byte-range.ts';

/** Bytes that never change under their address. */
export interface MediaFile {
  bytes: Buffer;
  etag: string;
  /** Media type. */
  type: string;
}

/** For players of the native shell, which have another origin. Who may read an answer is said elsewhere. */
export const mediaHeaders = {
  'access-control-expose-headers': 'Age, Content-Range, Date, ETag, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Any page may read what has an address of its own, so that a cache holds one answer for all. */
const immutableHeaders = {
  ...mediaHeaders,
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
};

/** @param cacheControl for an address that does not live as long as its bytes. */
export function sendImmutable(
  request: FastifyRequest,
  reply: FastifyReply,
  file: MediaFile,
  cacheControl = immutableHeaders['cache-control'],
): void {
  const { range, 'if-none-match': known } = request.headers;
  if (range === undefined && known === undefined) sendWhole(reply, file, cacheControl);
  else sendConditional(request, reply, file, cacheControl);
}

/** Straight to Node's response: going through Fastify's reply costs a third of the throughput of segments. */
function sendWhole(reply: FastifyReply, { bytes, etag, type }: MediaFile, cacheControl: string): void {
  reply.hijack();
  reply.raw
    .writeHead(200, {
      ...immutableHeaders,
      'cache-control': cacheControl,
      'content-type': type,
      'content-length': bytes.length,
      etag,
    })
    .end(bytes);
}

function sendConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, type }: MediaFile,
  cacheControl: string,
): void {
  const part = prepareImmutable(request, reply, { etag, type, size: bytes.length, cacheControl });
  if (part === 'nothing') reply.send();
  else reply.send(part === 'whole' ? bytes : bytes.subarray(part.start, part.end + 1));
}

/**
 * Sets the status and the headers for a file that never changes.
 * @returns the bytes that the request asks for. @throws problem 416.
 */
export function prepareImmutable(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    etag,
    type,
    size,
    cacheControl = immutableHeaders['cache-control'],
  }: Omit<MediaFile, 'bytes'> & { size: number; cacheControl?: string },
): ByteRange | 'whole' | 'nothing' {
  const { range, 'if-range': condition = etag } = request.headers;
  reply.headers({ ...immutableHeaders, 'cache-control': cacheControl, etag });
  if (hasMatch(request, etag)) {
    reply.code(304);
    return 'nothing';
  }
  // Only GET has ranges, and `If-Range` must name this file: a client must not join parts of two files.
  const isPartial = request.method === 'GET' && condition === etag;
  const part = isPartial ? parseByteRange(range, size) : undefined;
  if (part === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`).removeHeader('etag');
    throw refusal(reply, 'range-not-satisfiable');
  }
  reply.header('content-type', type);
  if (part === undefined) return 'whole';
  reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  return part;
}

/** Never cached: a file that is missing or refused now may be available a second later. */
export function refusal(reply: FastifyReply, code: ProblemCode): ProblemError {
  reply.headers(mediaHeaders).header('cache-control', 'no-store');
  return problem(code);
}
