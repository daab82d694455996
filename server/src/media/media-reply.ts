/** How bytes that never change are answered, the same for segments and pictures. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemCode, problem } from '../http/problems.ts';
import { parseByteRange } from './byte-range.ts';

/** Media is also fetched by the native shell and by cast receivers, which have other origins. */
export const mediaHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const immutableHeaders = {
  ...mediaHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
};

export function sendImmutable(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { bytes: Buffer; etag: string; type: string },
): FastifyReply {
  const { range, 'if-none-match': known, 'if-range': condition } = request.headers;
  const { bytes, etag, type } = file;
  reply.headers(immutableHeaders).header('etag', etag);
  if (known !== undefined && hasEtag(known, etag)) return reply.code(304).send();

  reply.header('content-type', type);
  // Ranges are defined for GET alone, and count only while the client's part is of this very file.
  const isWhole = range === undefined || request.method !== 'GET' || (condition ?? etag) !== etag;
  const part = isWhole ? undefined : parseByteRange(range, bytes.length);
  if (part === undefined) return reply.send(bytes);
  if (part === 'unsatisfiable') {
    reply.removeHeader('etag').header('content-range', `bytes */${bytes.length}`);
    throw refusal(reply, 'range-not-satisfiable');
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${bytes.length}`)
    .send(bytes.subarray(part.start, part.end + 1));
}

/** Never cached: what does not exist yet, or is refused now, may be there a second later. */
export function refusal(reply: FastifyReply, code: ProblemCode) {
  reply.headers(mediaHeaders).header('cache-control', 'no-store');
  return problem(code);
}

function hasEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((entry) => ['*', etag, `W/${etag}`].includes(entry.trim()));
}
