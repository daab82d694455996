import type { FastifyRequest } from 'fastify';
import { isLoopback } from './loopback.ts';
import { plainHost } from './return-url.ts';

/**
 * Where the links in mails lead: to PUBLIC_URL. Without it only to this machine, since whoever asks for a mail chooses
 * the Host header and could have a token sent to a site of his own.
 */
export function linkOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  // `localhost:80@evil.example` has our name in it, and leads there.
  return plainHost.test(request.host) && isLoopback(request.hostname)
    ? `${request.protocol}://${request.host}`
    : `http://localhost:${request.socket.localPort ?? 3000}`;
}
