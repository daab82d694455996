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
  /** The last time at which it did. */
  secondFactorAt: string | null;
}

/** What a token says. Its session may have ended since. */
export interface Caller {
  userId: string;
  sessionId: string;
}

export interface Authentication {
  /** undefined: the token is invalid or has expired. */
  readToken(accessToken: string): Promise<Caller | undefined>;
  /** undefined: the token is unknown, was used or has expired. */
  readRefreshToken(refreshToken: string): Promise<Caller | undefined>;
  /**
   * undefined: the session or its user no longer exists.
   * @param mayRemember says who it is without a statement, as it was known two seconds ago at most, and without
   * permissions.
   */
  findUser(caller: Caller, mayRemember: boolean): Promise<SignedInUser | undefined>;
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedInUser | undefined;
  }
  interface FastifyContextConfig {
    /**
     * For operations that every viewer calls again and again: `user` says only who it is, and the handler reads the
     * permissions in its own statement.
     */
    sessionFromMemory?: boolean;
  }
}

/** For handlers of operations that the contract protects. @throws problem 401 if it does not protect them. */
export function signedInUser(request: FastifyRequest): SignedInUser {
  if (request.user === undefined) throw problem('unauthorized');
  return request.user;
}

export function securityHandlers({ readToken, readRefreshToken, findUser }: Authentication) {
  const admit = async (
    request: FastifyRequest,
    token: string | undefined,
    scopes: string[],
    read = readToken,
  ) => {
    if (!token) throw problem('unauthorized');
    const caller = await read(token);
    const user = caller && (await findUser(caller, request.routeOptions.config.sessionFromMemory === true));
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
    sessionCookie: (request: FastifyRequest, _reply: unknown, scopes: string[]) =>
      admit(request, cookiesOf(request).accessToken, scopes),
    refreshCookie: (request: FastifyRequest, _reply: unknown, scopes: string[]) =>
      admit(request, cookiesOf(request).refreshToken, scopes, readRefreshToken),
  };
}

/** A call with its own token never falls back to the cookie, because the cookie would bypass the CSRF check. */
function cookiesOf({ headers, cookies }: FastifyRequest): Record<string, string | undefined> {
  return headers.authorization === undefined ? cookies : {};
}
