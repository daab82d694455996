/**
 * The contract's security schemes: a token becomes `request.user`, and every scope that the operation lists must be
 * held (all-of). The token check itself comes from app.ts.
 */
import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../http/bearer-token.ts';
import { problem } from '../http/problems.ts';

export interface SignedInUser {
  userId: string;
  sessionId: string;
  email: string;
  permissions: string[];
}

/** undefined: the token is invalid, or its session or user no longer exists. */
export type Authenticate = (accessToken: string) => Promise<SignedInUser | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedInUser | undefined;
  }
}

/** For handlers of operations that the contract protects. @throws problem 401 if it does not protect them. */
export function signedInUser(request: FastifyRequest): SignedInUser {
  if (request.user === undefined) throw problem('unauthorized');
  return request.user;
}

export function securityHandlers(authenticate: Authenticate) {
  const admit = async (request: FastifyRequest, token: string | undefined, scopes: string[]) => {
    if (!token) throw problem('unauthorized');
    const user = await authenticate(token);
    if (user === undefined) throw problem('unauthorized');
    if (!scopes.every((scope) => user.permissions.includes(scope))) throw problem('forbidden');
    request.user = user;
  };
  return {
    bearerAuth: (request: FastifyRequest, _reply: unknown, scopes: string[]) =>
      admit(request, bearerToken(request), scopes),
    // A call with its own token never falls back to the cookie, because the cookie would bypass the CSRF check.
    sessionCookie: (request: FastifyRequest, _reply: unknown, scopes: string[]) =>
      admit(
        request,
        request.headers.authorization === undefined ? request.cookies.accessToken : undefined,
        scopes,
      ),
  };
}
