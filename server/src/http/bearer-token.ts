import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer <token>` (RFC 6750, 2.1), or undefined. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
