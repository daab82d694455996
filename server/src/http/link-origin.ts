import type { FastifyRequest } from 'fastify';
import { isLoopback } from './loopback.ts';
import { requestScheme } from './request-scheme.ts';
import { plainHost } from './return-url.ts';

/**
 * The origin of the links in mails: PUBLIC_URL, or else only a loopback origin. A client chooses the Host header of its
 * request, and with it could make the link in another user's mail send the token to a foreign site.
 */
export function linkOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  // `localhost:80@evil.example` starts with our name, but as a URL it leads to evil.example.
  return plainHost.test(request.host) && isLoopback(request.hostname)
    ? `${requestScheme(request)}://${request.host}`
    : `http://localhost:${request.socket.localPort ?? 3000}`;
}
