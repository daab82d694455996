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
  /** Permissions that the user holds, but that this session may not use without a second factor. */
  withheldPermissions: string[];
  /** The last time at which the user proved who they are. */
  authenticatedAt: string;
  /** Whether this session has proved a second factor. */
  secondFactor: boolean;
}

/** What an access token says. Its session may have ended since. */
export interface Caller {
  userId: string;
  sessionId: string;
}

export interface Authentication {
  /** undefined: the token is invalid or has expired. */
  readToken(accessToken: string): Promise<Caller | undefined>;
  /** undefined: the session or its user no longer exists. */
  findUser(caller: Caller): Promise<SignedInUser | undefined>;
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedInUser | undefined;
    caller: Caller | undefined;
    /** The handler checks the session itself, with `callerOf`. */
    isSessionUnchecked: boolean;
  }
}

/** For handlers of operations that the contract protects. @throws problem 401 if it does not protect them. */
export function signedInUser(request: FastifyRequest): SignedInUser {
  if (request.user === undefined) throw problem('unauthorized');
  return request.user;
}

/**
 * For handlers `withOwnSessionCheck`, which answer 401 unless the session of the caller lives.
 * @throws problem 401 if the contract does not protect the operation.
 */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw problem('unauthorized');
  return request.caller;
}

export function securityHandlers({ readToken, findUser }: Authentication) {
  const admit = async (request: FastifyRequest, token: string | undefined, scopes: string[]) => {
    if (!token) throw problem('unauthorized');
    request.caller = await readToken(token);
    if (request.caller === undefined) throw problem('unauthorized');
    if (request.isSessionUnchecked && scopes.length === 0) return;
    const user = await findUser(request.caller);
    if (user === undefined) throw problem('unauthorized');
    const missing = scopes.filter((scope) => !user.permissions.includes(scope));
    if (missing.length > 0) {
      const isWithheld = missing.every((scope) => user.withheldPermissions.includes(scope));
      throw problem(isWithheld ? 'second-factor-required' : 'forbidden');
    }
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
