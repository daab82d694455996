import type { FastifyRequest } from 'fastify';

/**
 * The scheme that the client used. Behind a trusted proxy it comes from X-Forwarded-Proto, which is any text when the
 * proxy passes on what clients send: everything but `https` is `http`.
 */
export function requestScheme({ protocol }: Pick<FastifyRequest, 'protocol'>): 'http' | 'https' {
  return protocol === 'https' ? 'https' : 'http';
}
