import type { FastifyRequest } from 'fastify';
import { ownOrigin } from '../../http/return-url.ts';

const callback = /^\/api\/v1\/identity\/auth\/providers\/[^/]+\/callback$/;

/**
 * Who returns from a provider sees what the callback answers. A fault that leaves no client to return to leads to the
 * sign-in page, which says it in words (docs/product.md, 10.10).
 * @returns the address of that page; undefined: this is another call, or a program that reads the problem.
 */
export function callbackFaultPage(
  request: FastifyRequest,
  status: number,
  publicUrl: string | undefined,
): string | undefined {
  const [path = ''] = request.url.split('?', 1);
  const isBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (!isBrowser || !callback.test(path)) return undefined;
  const error = status === 401 ? 'sign_in_expired' : status === 429 ? 'too_many_attempts' : 'provider_failed';
  try {
    return `${ownOrigin(request, publicUrl)}/auth/login?error=${error}`;
  } catch {
    // A Host header that is no host: nothing to redirect to.
    return undefined;
  }
}
