/**
 * Binds a sign-in with a provider to the browser that started it, so that nobody can make another person's browser
 * finish it (login CSRF). All attempts of a browser share one value: its tabs do not invalidate each other's attempts.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setHiddenCookie } from '../../http/hidden-cookies.ts';
import { newSecret } from '../one-time-secret.ts';
import { signInLifetimeMs } from './provider.rules.ts';

/** @returns the browser's value, or a new one. */
export function setProviderCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const value = readProviderCookie(request) ?? newSecret();
  setHiddenCookie(reply, 'providerSignIn', value, { secure, maxAge: signInLifetimeMs / 1_000 });
  return value;
}

export function readProviderCookie(request: FastifyRequest): string | undefined {
  const value = request.cookies.providerSignIn;
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
