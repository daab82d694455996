/**
 * Binds a sign-in with a provider to the browser that began it, so that nobody can have another's browser end it. The
 * value is kept for all attempts of a browser at once: several tabs must not undo each other's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../one-time-secret.ts';
import { signInLifetimeMs } from './provider.rules.ts';

const name = 'providerSignIn';

/** @returns the value, new or as the browser has it. */
export function setProviderCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const value = readProviderCookie(request) ?? newSecret();
  reply.setCookie(name, value, {
    path: '/api/v1/identity/auth/providers',
    httpOnly: true,
    // Lax: the provider leads back from another site.
    sameSite: 'lax',
    secure,
    maxAge: signInLifetimeMs / 1_000,
  });
  return value;
}

export function readProviderCookie(request: FastifyRequest): string | undefined {
  const value = request.cookies[name];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
